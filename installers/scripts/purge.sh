# Removes what the service made: keys, counters, logs and secrets. The user stays, because files elsewhere may be its own.
rm -rf /var/lib/health-tools /var/log/health-tools /etc/health-tools
