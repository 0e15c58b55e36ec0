# Makes what the service needs and no package holds: its user, its folders, and the secret with which keys are hashed.
if command -v systemd-sysusers >/dev/null 2>&1; then
	systemd-sysusers /usr/lib/sysusers.d/health-tools.conf
elif ! getent passwd health-tools >/dev/null; then
	useradd --system --user-group --no-create-home --home-dir /var/lib/health-tools --shell /usr/sbin/nologin health-tools
fi
install -d -m 0700 -o health-tools -g health-tools /var/lib/health-tools
install -d -m 0750 -o health-tools -g health-tools /var/log/health-tools
install -d -m 0700 /etc/health-tools/secrets
pepper=/etc/health-tools/secrets/pepper
if [ ! -e "$pepper" ]; then
	(umask 077; od -An -v -tx1 -N32 /dev/urandom | tr -d ' \n' >"$pepper.new" && mv "$pepper.new" "$pepper")
fi
