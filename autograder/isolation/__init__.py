"""Runs untrusted search programs: files and a request in, a reply out, and nothing else comes back or stays behind.

    with open_isolation(submission.files, Limits()) as isolation:
        reply = isolation.call(request, cpu_seconds=2.0)

See `isolation.isolation`. Nothing is imported here: `isolation.headstart` must not wait for it.
"""
