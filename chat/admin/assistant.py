from django.contrib import admin

from chat.models import Assistant, AssistantText


class TextInline(admin.StackedInline):
    model = AssistantText
    extra = 0
    max_num = 3


@admin.register(Assistant)
class AssistantAdmin(admin.ModelAdmin):
    list_display = ["slug", "is_active", "position", "top_k", "min_relevance"]
    list_editable = ["is_active", "position"]
    list_filter = ["is_active"]
    search_fields = ["slug", "texts__name"]
    filter_horizontal = ["collections"]
    inlines = [TextInline]
