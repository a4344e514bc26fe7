"""Names of the languages that documents are in: those of the site, and any other that has a code of two letters."""

from django.conf.locale import LANG_INFO
from django.utils.translation import get_language_info

from knowledge.models import Language


def language_name(code: str) -> str:
    """In the language of the page; the code itself where nobody named it."""
    if code in Language.values:
        return str(Language(code).label)
    return str(get_language_info(code)["name_translated"]) if code in LANG_INFO else code


def language_choices(*others: str) -> list[tuple[str, str]]:
    """Those of the site first, then all that have a name, and `others`."""
    codes = {code for code in (*LANG_INFO, *others) if len(code) == 2} - set(Language.values)
    named = sorted(((code, language_name(code)) for code in codes), key=lambda choice: choice[1].casefold())
    return [*((str(code), str(label)) for code, label in Language.choices), *named]
