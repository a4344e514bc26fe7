"""The SQL behind the aggregates; {selected} stands for the condition on the traces, called t."""

TOTALS = """
    SELECT count(*) AS answers,
           count(*) FILTER (WHERE origin = 'chat') AS asked_in_the_chat,
           avg(milliseconds) AS mean,
           percentile_cont(0.5) WITHIN GROUP (ORDER BY milliseconds) AS median,
           percentile_cont(0.95) WITHIN GROUP (ORDER BY milliseconds) AS slow,
           coalesce(sum(cost), 0) AS cost,
           count(*) FILTER (WHERE degraded <> '[]') AS degraded
    FROM chat_trace t WHERE {selected}
"""
STATUSES = """
    SELECT status, count(*) AS answers, count(*)::float / sum(count(*)) OVER () AS share
    FROM chat_trace t WHERE {selected} GROUP BY status ORDER BY answers DESC
"""
OUTCOMES = """
    SELECT outcome, count(*) AS answers FROM chat_trace t WHERE {selected} AND outcome <> '' GROUP BY outcome
"""
# Of two attempts the better one was shown.
SCORES = """
    SELECT t.intent, score.key AS criterion, avg(score.value::float) AS mean, count(*) AS answers
    FROM chat_trace t
    CROSS JOIN LATERAL (
        SELECT attempt FROM jsonb_array_elements(t.attempts) attempt ORDER BY (attempt->>'total')::float DESC LIMIT 1
    ) shown
    CROSS JOIN LATERAL jsonb_each_text(
        (shown.attempt->'scores') || jsonb_build_object('total', shown.attempt->'total')
    ) score
    WHERE {selected} AND t.attempts <> '[]' GROUP BY t.intent, criterion ORDER BY t.intent
"""
# The same complaint about another number or another name is the same complaint.
ISSUES = """
    SELECT issue, count(*) AS times, count(DISTINCT t_id) AS answers
    FROM (
        SELECT t.id AS t_id,
               regexp_replace(
                   regexp_replace(said, '“[^”]*”|«[^»]*»|"[^"]*"', '…', 'g'), '\\d[\\d.,:/-]*', '#', 'g'
               ) AS issue
        FROM chat_trace t
        CROSS JOIN LATERAL jsonb_array_elements(t.attempts) attempt
        CROSS JOIN LATERAL jsonb_array_elements_text(attempt->'issues') said
        WHERE {selected} AND t.attempts <> '[]'
    ) issues
    GROUP BY issue ORDER BY times DESC, issue LIMIT 20
"""
STEPS = """
    SELECT step, times, mean, quantiles[1] AS median, quantiles[2] AS slow
    FROM (
        SELECT span.name AS step, count(*) AS times, avg(span.ms) AS mean,
               percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY span.ms) AS quantiles
        FROM chat_trace t CROSS JOIN LATERAL jsonb_to_recordset(t.spans) span(name text, ms float)
        WHERE {selected} GROUP BY step
    ) steps
    ORDER BY mean DESC
"""
MODELS = """
    SELECT assistant.slug AS assistant, call->>'role' AS role, call->>'model' AS model, count(*) AS calls,
           sum((call->>'input_tokens')::bigint) AS input_tokens, sum((call->>'output_tokens')::bigint) AS output_tokens,
           sum(coalesce((call->>'cost')::float, 0)) AS cost, avg((call->>'milliseconds')::float) AS mean,
           count(*) FILTER (WHERE coalesce(call->>'failure', '') <> '') AS failures
    FROM chat_trace t
    CROSS JOIN LATERAL jsonb_array_elements(t.model_calls) call
    LEFT JOIN chat_assistant assistant ON assistant.id = t.assistant_id
    WHERE {selected} AND t.model_calls <> '[]'
    GROUP BY assistant.slug, role, model ORDER BY cost DESC, calls DESC
"""
FEEDBACK = """
    SELECT feedback.verdict, count(*) AS answers
    FROM chat_trace t JOIN chat_feedback feedback ON feedback.message_id = t.message_id
    WHERE {selected} GROUP BY feedback.verdict ORDER BY answers DESC
"""
REFUSALS = """
    SELECT policy->>'rule' AS rule, count(*) AS answers
    FROM chat_trace t WHERE {selected} AND status = 'refused' GROUP BY rule ORDER BY answers DESC
"""
# The same question is listed once, with its latest trace.
UNANSWERED = """
    SELECT (array_agg(question ORDER BY created_at DESC))[1] AS question, count(*) AS times,
           max(created_at) AS last_asked, (array_agg(t.id ORDER BY created_at DESC))[1] AS trace
    FROM chat_trace t WHERE {selected} AND status = 'not_found'
    GROUP BY lower(question) ORDER BY times DESC, last_asked DESC LIMIT 50
"""

BY_NAME = {
    "totals": TOTALS,
    "statuses": STATUSES,
    "outcomes": OUTCOMES,
    "scores": SCORES,
    "issues": ISSUES,
    "steps": STEPS,
    "models": MODELS,
    "feedback": FEEDBACK,
    "refusals": REFUSALS,
    "unanswered": UNANSWERED,
}
