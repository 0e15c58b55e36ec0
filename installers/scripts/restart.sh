# Restarts the service where it was running, and only with a configuration that the new version takes.
if [ -d /run/systemd/system ]; then
	systemctl daemon-reload || true
	if systemctl is-active --quiet health-tools.service; then
		if ! /usr/bin/health-tools config check --quiet; then
			echo "health-tools: the configuration does not suit this version, so the service goes on with the one before. See above." >&2
		elif ! systemctl restart health-tools.service; then
			echo "health-tools: the service did not start again. See: journalctl -u health-tools" >&2
		fi
	fi
fi
