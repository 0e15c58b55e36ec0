// Samples of server.listen for the configuration template.

/** Each way to reach the API: from the network, over IPv6 too, from a proxy on the same machine, on port 443, and two at once. */
export const LISTEN_EXAMPLES = [
  [{ address: '0.0.0.0', port: 8443 }],
  [{ address: '::', port: 8443 }],
  [{ socket: '/run/health-tools/api.sock', mode: '0660', group: 'www-data' }],
  [{ systemd: true }],
  [
    { address: '127.0.0.1', port: 8080 },
    { address: '0.0.0.0', port: 8443, name: 'network' },
  ],
]
