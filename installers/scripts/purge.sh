# Removes what the service made: keys, counters, logs and secrets. What nobody can make again stays and is named: backups (with the pepper,
# without which their keys open nothing), audit logs, and what the site itself put there, such as keys of TLS. The user stays, because files
# elsewhere may be its own.
purge_root=${purge_root:-}
purge_backups=
if [ -d "$purge_root/var/lib/health-tools/backup" ] && [ -n "$(ls -A "$purge_root/var/lib/health-tools/backup")" ]; then purge_backups=yes; fi
for purge_folder in "$purge_root/var/lib/health-tools" "$purge_root/var/log/health-tools"; do
	[ -d "$purge_folder" ] || continue
	find "$purge_folder" -mindepth 1 -maxdepth 1 ! -name backup ! -name '*audit*' -exec rm -rf {} +
done
rm -f "$purge_root/etc/health-tools/config.yaml" "$purge_root"/etc/health-tools/config.yaml.dpkg-*
[ -n "$purge_backups" ] || rm -f "$purge_root/etc/health-tools/secrets/pepper"
for purge_folder in "$purge_root/var/lib/health-tools" "$purge_root/var/log/health-tools" "$purge_root/etc/health-tools"; do
	[ -d "$purge_folder" ] || continue
	find "$purge_folder" -depth -type d -empty -delete
	if [ -d "$purge_folder" ]; then echo "kept: $purge_folder (backups, audit logs or files of the site)"; fi
done
