// The protocol of sd_listen_fds(3): which descriptors are taken, and what is said where there are none.
import { describe, expect, test } from 'vitest'
import { inheritedSockets } from '../../../src/platform/server/socket-activation.ts'

describe('sockets that systemd hands over', () => {
  test.each([
    ['1', [3]],
    ['3', [3, 4, 5]],
  ])('LISTEN_FDS=%s', (count, descriptors) => {
    expect(inheritedSockets({ LISTEN_PID: '77', LISTEN_FDS: count }, 77)).toEqual(descriptors)
  })

  test.each([
    ['none', {}],
    ['those of another process', { LISTEN_PID: '76', LISTEN_FDS: '1' }],
    ['no count', { LISTEN_PID: '77' }],
    ['none in number', { LISTEN_PID: '77', LISTEN_FDS: '0' }],
    ['no number', { LISTEN_PID: '77', LISTEN_FDS: '1e1' }],
    ['more than can be', { LISTEN_PID: '77', LISTEN_FDS: '999' }],
  ] as [string, Record<string, string>][])('%s', (_title, env) => {
    expect(() => inheritedSockets(env, 77)).toThrow(
      expect.objectContaining({ code: 'bad_configuration', message: expect.stringContaining('health-tools.socket') }),
    )
  })
})
