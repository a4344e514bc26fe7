"""Problems as OpenAI's clients expect them."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.csrf import csrf_exempt

from interfaces.problems import Problem

TYPES = {
    401: "authentication_error",
    403: "permission_error",
    404: "not_found_error",
    429: "rate_limit_error",
}
CODES = {"unauthenticated": "invalid_api_key", "not_found": "model_not_found", "rate_limited": "rate_limit_exceeded"}


def error(problem: Problem) -> dict[str, object]:
    kind = TYPES.get(problem.status, "server_error" if problem.status >= 500 else "invalid_request_error")
    code = CODES.get(problem.code, problem.code)
    return {"error": {"message": problem.detail, "type": kind, "param": None, "code": code}}


def tell(problem: Problem) -> HttpResponse:
    return JsonResponse(error(problem), status=problem.status, headers=problem.headers)


@csrf_exempt
def unknown(request: HttpRequest) -> HttpResponse:
    return tell(Problem(404, "unknown_url", f"There is no {request.path} here. See docs/api.md for what there is."))
