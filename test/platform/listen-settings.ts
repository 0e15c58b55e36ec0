// A listener as most tests want it: any free port on loopback, patient limits.
export const LISTEN_SETTINGS = {
  place: { address: '127.0.0.1', port: 0 },
  tls: null,
  isForProxy: false,
  maxHeaderBytes: 8_192,
  maxConnections: 100,
  headersTimeoutMs: 10_000,
  bodyPace: { maxWaitMs: 20_000, minBytesPerSecond: 1_000, graceMs: 1_500 },
  keepAliveTimeoutMs: 5_000,
}
