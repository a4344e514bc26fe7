"""Pages and files of plans."""

from django.urls import path

from chat.trips import views

urlpatterns = [
    path("m/<uuid:message_id>/trip/", views.page, name="trip_page"),
    path("m/<uuid:message_id>/trip.pdf", views.as_pdf, name="trip_pdf"),
    path("m/<uuid:message_id>/trip.ics", views.as_calendar, name="trip_calendar"),
]
