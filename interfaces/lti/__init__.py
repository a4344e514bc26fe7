"""LTI 1.3: a course of a learning platform, such as Moodle, opens an assistant in its own page (1EdTech, LTI Core 1.3).

The platform sends who the student is and which course it is, signed; we send it nothing.
"""
