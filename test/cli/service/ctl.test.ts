// `ctl` with a real service: what it says over its control socket, who may ask, and that a configuration that is wrong changes nothing.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { ctlVerbs, findSocket } from '../../../src/cli/commands/ctl-verbs.ts'
import { openControl } from '../../../src/cli/service/control.ts'
import { makeScratchFolder } from '../../platform/scratch-folder.ts'
import { type Called, callOf, callVerb } from '../commands/call-verb.ts'
import { makeSite, startService } from './running-service.ts'

type CallInput = Parameters<typeof callVerb>[2]

test('has its socket where nothing else makes the folder, as with PostgreSQL', async () => {
  const path = join(makeScratchFolder(), 'own', 'control.sock')
  const listener = await openControl(path, {} as Parameters<typeof openControl>[1])
  expect([statSync(path).isSocket(), statSync(dirname(path)).mode & 0o777]).toEqual([true, 0o700])
  await listener.drain(0)
})

test('asks the running service, and waits for its answer', { timeout: 120_000 }, async () => {
  const site = await makeSite(makeScratchFolder(), [])
  const service = await startService(site)
  await service.waitForLog('listening')
  const ctl = (verb: string, given: CallInput = {}): Promise<Called> =>
    callVerb(ctlVerbs, `ctl ${verb}`, { ...given, flags: { config: site.configFile, ...given.flags } })

  const socket = statSync(join(site.folder, 'control.sock'))
  expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600])
  expect((await ctl('status')).value).toMatchObject({
    processId: service.process.pid,
    configuration: site.configFile,
    ready: true,
    notReadyBecause: [],
    activeCalls: 0,
    logLevel: 'info',
    droppedLogLines: 0,
  })

  // All of it or nothing, and the command says which.
  site.configure(['tools: { disabled: [text/diff] }', 'jobs: { total: 77 }'])
  expect(await ctl('reload')).toMatchObject({ exitCode: 0, value: { kept: ['jobs'] } })
  site.configure(['plans:', '  standard: { rate: { per_minute: many } }'])
  const unit = { env: { RUNTIME_DIRECTORY: site.folder } }
  await expect(ctl('reload', unit)).rejects.toMatchObject({
    code: 'bad_configuration',
    at: { file: site.configFile, line: 6 },
    errors: [{ pointer: '/plans/standard/rate/per_minute' }],
  })
  expect(await service.waitForLog('a setting cannot be used')).toMatchObject({ setting: '/plans/standard/rate/per_minute' })
  // Without the unit nothing but the configuration says where the service is: then the command itself says what is wrong with it.
  await expect(ctl('reload')).rejects.toMatchObject({
    code: 'bad_configuration',
    at: { file: site.configFile, line: 6 },
    errors: [{ pointer: '/plans/standard/rate/per_minute' }],
  })
  site.configure([])
  expect((await ctl('reload')).value).toEqual({ kept: [] })

  expect(await ctl('log-level', { positionals: ['debug'], flags: { for: '1s' } })).toMatchObject({ out: 'debug for 1s\n' })
  expect((await ctl('status')).value).toMatchObject({ logLevel: 'debug' })
  await expect.poll(async () => (await ctl('status')).value, { timeout: 10_000 }).toMatchObject({ logLevel: 'info' })
  await ctl('log-level', { positionals: ['error'] })
  await ctl('reload')
  expect((await ctl('status')).value).toMatchObject({ logLevel: 'info' })
  for (const wrong of [{ positionals: ['loud'] }, { positionals: ['debug'], flags: { for: 'long' } }]) {
    await expect(ctl('log-level', wrong)).rejects.toMatchObject({ code: 'bad_usage' })
  }
  expect((await ctl('reopen-logs')).exitCode).toBe(0)
  const before = service.log.length
  service.process.kill('SIGUSR2')
  expect(await service.waitForLog('the level of the log was set', before)).toMatchObject({ logLevel: 'debug', forSeconds: 600 })
  expect((await ctl('status')).value).toMatchObject({ logLevel: 'debug' })

  const ended = new Promise((resolve) => service.process.once('exit', resolve))
  expect((await ctl('drain')).out).toBe('draining\n')
  expect(await ended).toBe(0)
  await expect(ctl('status')).rejects.toMatchObject({ code: 'cannot_listen' })
})

test('never takes the service of the unit for that of another configuration', { timeout: 120_000 }, async () => {
  const site = await makeSite(makeScratchFolder(), [])
  const service = await startService(site)
  await service.waitForLog('listening')
  const other = await makeSite(join(makeScratchFolder(), 'other'), [])
  const find = (config: string): Promise<string> => findSocket(callOf({ flags: { config } }), site.folder)
  const cannotListen = { code: 'cannot_listen', message: expect.stringContaining('that of the unit has another one') }
  await expect(find(other.configFile)).rejects.toMatchObject(cannotListen)
  other.configure(['plans: 1'])
  await expect(find(other.configFile)).rejects.toMatchObject({ code: 'bad_configuration', at: { file: other.configFile } })
  // That of the unit itself is found there, though its configuration does not say where any more.
  site.configure(['plans: 1'])
  expect(await find(site.configFile)).toBe(join(site.folder, 'control.sock'))
})

test('says where no service answers', async () => {
  const socket = join(makeScratchFolder(), 'control.sock')
  await expect(callVerb(ctlVerbs, 'ctl status', { flags: { socket } })).rejects.toMatchObject({
    code: 'cannot_listen',
    at: { path: socket },
  })
})

test('a service whose control socket cannot be is a service all the same', { timeout: 60_000 }, async () => {
  // Longer than the path of a socket may be.
  const site = await makeSite(join(makeScratchFolder(), 'x'.repeat(100)), [])
  const service = await startService(site)
  await service.waitForLog('the control socket cannot be opened, so that ctl does not reach this service')
  expect((await fetch(`http://127.0.0.1:${site.operationsPort}/health/ready`)).status).toBe(200)
})
