from django.db import migrations

# The tables and functions of channels-postgres, which carried the channel layer before.
DROP = """
    DROP TABLE IF EXISTS channels_postgres_message, channels_postgres_groupchannel CASCADE;
    DROP FUNCTION IF EXISTS channels_postgres_notify() CASCADE;
    DROP FUNCTION IF EXISTS channels_postgres_delete_expired() CASCADE;
    DELETE FROM django_migrations WHERE app = 'channels_postgres';
    DELETE FROM auth_permission WHERE content_type_id IN
        (SELECT id FROM django_content_type WHERE app_label = 'channels_postgres');
    DELETE FROM django_content_type WHERE app_label = 'channels_postgres';
"""


class Migration(migrations.Migration):
    dependencies = [
        ("koalarag", "0003_ratecounter"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [migrations.RunSQL(DROP, migrations.RunSQL.noop)]
