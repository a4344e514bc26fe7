"""The addresses of the REST interface. There are no slashes at their ends."""

from django.http import HttpRequest, HttpResponse
from django.urls import path, re_path
from django.views.decorators.csrf import csrf_exempt

from interfaces import problems
from interfaces.rest import (
    answers,
    catalogue,
    chat,
    collections,
    conversations,
    docs,
    documents,
    evaluation,
    me,
    traces,
)
from interfaces.rest import search as searching


@csrf_exempt
def unknown(request: HttpRequest) -> HttpResponse:
    return problems.not_found("There is no such address.").response()


urlpatterns = [
    path("schema", docs.schema, name="api-schema"),
    path("docs", docs.DocsView.as_view(url_name="api-schema"), name="api-docs"),
    path("me", me.MeView.as_view(), name="api-me"),
    path("assistants", conversations.AssistantsView.as_view(), name="api-assistants"),
    path("chat", chat.ask, name="api-chat"),
    path("chat/stream", chat.stream, name="api-chat-stream"),
    path("answers/<uuid:answer_id>", answers.AnswerView.as_view(), name="api-answer"),
    path("answers/<uuid:answer_id>/events", chat.events, name="api-answer-events"),
    path("answers/<uuid:answer_id>/stop", chat.stop, name="api-answer-stop"),
    path("answers/<uuid:answer_id>/feedback", answers.AnswerFeedbackView.as_view(), name="api-answer-feedback"),
    path("conversations", conversations.ConversationsView.as_view(), name="api-conversations"),
    path("conversations/<uuid:conversation_id>", conversations.ConversationView.as_view(), name="api-conversation"),
    path("search", searching.SearchView.as_view(), name="api-search"),
    path("collections", collections.CollectionsView.as_view(), name="api-collections"),
    path("collections/<slug:slug>", collections.CollectionView.as_view(), name="api-collection"),
    path("documents", documents.DocumentsView.as_view(), name="api-documents"),
    path("documents/<int:pk>", documents.DocumentView.as_view(), name="api-document"),
    path("documents/<int:pk>/file", documents.DocumentFileView.as_view(), name="api-document-file"),
    path("documents/<int:pk>/text", documents.DocumentTextView.as_view(), name="api-document-text"),
    path("documents/<int:pk>/index", documents.DocumentIndexView.as_view(), name="api-document-index"),
    path("courses", catalogue.CoursesView.as_view(), name="api-courses"),
    path("people", catalogue.PeopleView.as_view(), name="api-people"),
    path("traces", traces.TracesView.as_view(), name="api-traces"),
    path("traces/report", traces.ReportView.as_view(), name="api-report"),
    path("traces/<uuid:pk>", traces.TraceView.as_view(), name="api-trace"),
    path("traces/<uuid:pk>/markdown", traces.TraceMarkdownView.as_view(), name="api-trace-markdown"),
    path("feedback", traces.FeedbacksView.as_view(), name="api-feedback"),
    path("datasets", evaluation.DatasetsView.as_view(), name="api-datasets"),
    path("datasets/<slug:slug>", evaluation.DatasetView.as_view(), name="api-dataset"),
    path("runs", evaluation.RunsView.as_view(), name="api-runs"),
    path("runs/compare", evaluation.ComparedRunsView.as_view(), name="api-runs-compare"),
    path("runs/<int:pk>", evaluation.RunView.as_view(), name="api-run"),
    path("runs/<int:pk>/continue", evaluation.ContinuedRunView.as_view(), name="api-run-continue"),
    re_path("", unknown, name="api-unknown"),
]
