#!/bin/sh
# Installs, upgrades or removes health-tools from this folder. Needs no network; a configuration that is there is never written.
set -eu
# Whatever mask a hardened root has: the service is another user and reads what is installed.
umask 022

usage() {
	cat <<'END'
Usage: install.sh [--prefix DIR] [--root DIR] [--dry-run] [--uninstall [--purge]]

  --prefix DIR   where the program goes (default /usr/local)
  --root DIR     installs into a system that is mounted there; nothing is started and no user is made
  --dry-run      prints what would be done and does nothing
  --uninstall    stops the service and removes the program; configuration, keys and logs stay
  --purge        with --uninstall: removes those, too; backups, audit logs and files of the site stay
END
}

prefix=/usr/local
root=
dry=
action=install
purge=
while [ $# -gt 0 ]; do
	case $1 in
	--prefix | --root)
		[ $# -ge 2 ] || { usage >&2; exit 64; }
		case $2 in
		/*) ;;
		*) echo "install.sh: $1 takes an absolute path" >&2; exit 64 ;;
		esac
		case $2 in
		*[!A-Za-z0-9/._+-]*) echo "install.sh: $1 takes a path of letters, digits and / . _ + -" >&2; exit 64 ;;
		esac
		if [ "$1" = --prefix ]; then prefix=${2%/}; else root=${2%/}; fi
		shift
		;;
	--dry-run) dry=yes ;;
	--uninstall) action=uninstall ;;
	--purge) purge=yes ;;
	--help) usage; exit 0 ;;
	*) usage >&2; exit 64 ;;
	esac
	shift
done
if [ -n "$purge" ] && [ "$action" != uninstall ]; then usage >&2; exit 64; fi

here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
list=$prefix/lib/health-tools/installed-files
if [ -z "$dry" ] && [ "$(id -u)" -ne 0 ] && [ -z "$root" ]; then
	echo "install.sh: only root can install; --dry-run shows what would be done" >&2
	exit 77
fi

run() {
	if [ -n "$dry" ]; then echo "$*"; else "$@"; fi
}

# Whether there is a running systemd that this installation belongs to.
has_systemd() {
	[ -z "$root" ] && [ -d /run/systemd/system ]
}

# Where a file of the tree goes: the program below the prefix, units where systemd looks for them, and the rest below /etc.
place_of() {
	case $1 in
	usr/lib/systemd/system/*) if [ "$prefix" = /usr ]; then echo "/$1"; else echo "/etc/systemd/system/${1##*/}"; fi ;;
	usr/*) echo "$prefix/${1#usr/}" ;;
	*) echo "/$1" ;;
	esac
}

# Units and lists name the program by its path.
put() {
	mode=644
	case $1 in usr/bin/*) mode=755 ;; esac
	run mkdir -p "$root$(dirname "$2")"
	case $1 in
	*.service | usr/share/health-tools/*.sh)
		if [ -n "$dry" ]; then echo "write $root$2"; return; fi
		sed -e "s|/usr/bin/health-tools|$prefix/bin/health-tools|g" -e "s|^ExecPaths=\(.*\)|ExecPaths=\1 $prefix/lib/health-tools|" \
			-e "s|/usr/share/|$prefix/share/|g" -e "s|/usr/lib/sysusers.d|$prefix/lib/sysusers.d|g" "$here/files/$1" >"$root$2.new"
		;;
	*) run cp "$here/files/$1" "$root$2.new" ;;
	esac
	run chmod "$mode" "$root$2.new"
	# A program that runs is not written over: it keeps the old file, and the name leads to the new one.
	run mv -f "$root$2.new" "$root$2"
}

install_files() {
	(cd "$here/files" && find . -type f | sed 's|^\./||' | LC_ALL=C sort) | while IFS= read -r file; do
		place=$(place_of "$file")
		case $file in
		etc/*)
			if [ -e "$root$place" ]; then
				cmp -s "$here/files/$file" "$root$place" || echo "kept: $root$place"
				continue
			fi
			;;
		*) [ -n "$dry" ] || echo "$place" >&3 ;;
		esac
		put "$file" "$place"
	done
}

install_all() {
	if [ -n "$dry" ]; then
		install_files
	else
		mkdir -p "$root$prefix/lib/health-tools"
		install_files 3>"$root$list.new"
		remove_obsolete
		mv "$root$list.new" "$root$list"
	fi
	[ -z "$root" ] || return 0
	if [ -n "$dry" ]; then
		echo "make the user health-tools, /var/lib/health-tools, /var/log/health-tools and /etc/health-tools/secrets/pepper where they are missing"
		echo "restart health-tools.service if it runs"
		return 0
	fi
	# shellcheck source=/dev/null
	. "$prefix/share/health-tools/setup.sh"
	# shellcheck source=/dev/null
	. "$prefix/share/health-tools/restart.sh"
	if has_systemd && ! systemctl is-active --quiet health-tools.service; then
		echo "Start it with: systemctl enable --now health-tools"
	fi
}

# Files of the version before that this one does not have.
remove_obsolete() {
	[ -f "$root$list" ] || return 0
	while IFS= read -r file; do
		grep -q -F -x -e "$file" "$root$list.new" || rm -f "$root$file"
	done <"$root$list"
}

uninstall_all() {
	if [ ! -f "$root$list" ]; then
		echo "install.sh: there is no installation below $root$prefix" >&2
		exit 1
	fi
	if has_systemd; then run systemctl --no-reload disable --now health-tools.socket health-tools.service; fi
	while IFS= read -r file; do
		run rm -f "$root$file"
	done <"$root$list"
	run rm -f "$root$list"
	for folder in "$prefix/lib/health-tools" "$prefix/share/health-tools" "$prefix/share/doc/health-tools"; do
		if [ -d "$root$folder" ]; then run find "$root$folder" -depth -type d -empty -delete; fi
	done
	if has_systemd; then run systemctl daemon-reload; fi
	if [ -n "$purge" ]; then
		if [ -n "$dry" ]; then
			echo "remove what the service made below $root/var/lib/health-tools, $root/var/log/health-tools and $root/etc/health-tools; keep backups, audit logs and files of the site"
		else
			export purge_root="$root"
			# shellcheck source=/dev/null
			. "$here/purge.sh"
		fi
		run rm -f "$root/etc/logrotate.d/health-tools"
	else
		echo "kept: $root/etc/health-tools $root/var/lib/health-tools $root/var/log/health-tools"
	fi
}

if [ "$action" = install ]; then install_all; else uninstall_all; fi
