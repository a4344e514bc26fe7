from django.contrib import admin

from chat.models import HelpCard


@admin.register(HelpCard)
class HelpCardAdmin(admin.ModelAdmin):
    list_display = ["kind", "text_es"]
    filter_horizontal = ["assistants"]
