"""HTTP goes to Django, but /mcp to the tools of language models, bodies no larger than their address takes, few at a
time; websockets go to the chat consumer."""

import os

from channels.auth import AuthMiddlewareStack
from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import AllowedHostsOriginValidator
from django.core.asgi import get_asgi_application
from django.urls import path, re_path
from django.utils.module_loading import import_string

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "koalarag.settings")
django = get_asgi_application()
http = URLRouter([path("mcp", import_string("interfaces.mcp.application.application")), re_path("", django)])
bodies = import_string("koalarag.request_bodies.LimitedBodies")
fair_http = import_string("koalarag.fair_requests.FairRequests")
websockets = URLRouter(import_string("chat.urls.websocket_urlpatterns"))

# Inside a frame on another site a token says whose a socket is, elsewhere a cookie.
known = import_string("chat.widget.visits.VisitSockets")(websockets, AuthMiddlewareStack(websockets))

fair = import_string("koalarag.fair_sockets.FairSockets")(known)

application = ProtocolTypeRouter({"http": bodies(fair_http(http)), "websocket": AllowedHostsOriginValidator(fair)})
