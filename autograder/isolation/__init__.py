"""Runs untrusted search programs: files and a request in, a reply out, and nothing else comes back or stays behind.

    with Isolation(submission.files, limits, warm_up(limits)) as isolation:
        reply = isolation.call(request, cpu_seconds=2.0)

See `isolation.isolation` and `isolation.backend`. Nothing is imported here: `isolation.headstart` must not wait for it.
"""
