"""Where text stands on a page, and what that says about it: pure geometry, of any format that has pages.

Coordinates are points from the page's top left corner, as it is shown; y grows downwards.
"""
