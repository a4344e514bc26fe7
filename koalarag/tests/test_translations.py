import gettext
from pathlib import Path

from koalarag import translations

SOURCE = """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Language: gl\\n"

msgid "document"
msgstr "documento"

#, fuzzy
msgid "guess"
msgstr "adiviña"
"""


def test_what_is_compiled_can_be_read_and_is_up_to_date(tmp_path: Path) -> None:
    source = tmp_path / "gl" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(SOURCE)
    assert translations.outdated(tmp_path) == [source]
    source.with_suffix(".mo").write_bytes(translations.compiled(source))
    assert translations.outdated(tmp_path) == []
    catalogue = gettext.translation("django", str(tmp_path), ["gl"])
    assert catalogue.gettext("document") == "documento"
    assert catalogue.gettext("guess") == "guess"
