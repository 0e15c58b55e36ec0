# Stops the service and takes it out of the start of the system.
if [ -d /run/systemd/system ]; then
	systemctl --no-reload disable --now health-tools.socket health-tools.service || true
fi
