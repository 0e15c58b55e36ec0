// Daily backups: at their time, made up for when missed, again after a failure, never two at once.
import { describe, expect, test } from 'vitest'
import type { Backup } from '../../../src/platform/backup/backup.ts'
import { createDailyBackup, lastDue } from '../../../src/platform/backup/daily-backup.ts'

const at = (text: string): number => new Date(text).getTime()
const NIGHT = { hour: 2, minute: 30 }

describe('the time of day', () => {
  test.each([
    ['2026-05-30T12:00:00', '2026-05-30T02:30:00'],
    ['2026-05-30T02:30:00', '2026-05-30T02:30:00'],
    ['2026-05-30T02:29:59', '2026-05-29T02:30:00'],
    ['2026-03-01T01:00:00', '2026-02-28T02:30:00'],
  ])('before %s it was %s, by the clock of this machine', (now, due) => {
    expect(lastDue(NIGHT, at(now))).toBe(at(due))
  })
})

describe('a running service', () => {
  const open = (lastMadeAt: number, make: (now: number) => Promise<Backup>) => {
    const told: string[] = []
    const daily = createDailyBackup(NIGHT, lastMadeAt, make, { done: () => told.push('done'), failed: () => told.push('failed') })
    return { daily, told }
  }
  const made = async (): Promise<Backup> => ({}) as Backup

  test('makes one a day', async () => {
    const { daily, told } = open(at('2026-05-29T02:30:05'), made)
    await daily.tick(at('2026-05-30T02:29:50'))
    expect(told).toEqual([])
    await daily.tick(at('2026-05-30T02:30:00'))
    await daily.tick(at('2026-05-30T02:30:10'))
    await daily.tick(at('2026-05-31T02:29:00'))
    expect(told).toEqual(['done'])
    await daily.tick(at('2026-05-31T02:30:10'))
    expect(told).toEqual(['done', 'done'])
    expect(daily).toMatchObject({ lastSuccessAt: at('2026-05-31T02:30:10'), failures: 0 })
  })

  test('makes up for one that was missed', async () => {
    const { daily, told } = open(at('2026-05-20T02:30:05'), made)
    await daily.tick(at('2026-05-30T12:00:00'))
    expect(told).toEqual(['done'])
  })

  test('does not wait for the day of a clock that was wrong', async () => {
    const { daily, told } = open(at('2031-05-30T02:30:05'), made)
    await daily.tick(at('2026-05-30T12:00:00'))
    await daily.tick(at('2026-05-30T12:00:10'))
    expect(told).toEqual(['done'])
  })

  test('does not wait with its next try for it either', async () => {
    const { daily, told } = open(0, () => Promise.reject(new Error('full')))
    await daily.tick(at('2031-05-30T12:00:00'))
    await daily.tick(at('2026-05-30T12:00:00'))
    expect(told).toEqual(['failed', 'failed'])
  })

  test('tries again a quarter of an hour after a failure', async () => {
    const { daily, told } = open(0, () => Promise.reject(new Error('full')))
    await daily.tick(at('2026-05-30T12:00:00'))
    await daily.tick(at('2026-05-30T12:14:59'))
    await daily.tick(at('2026-05-30T12:15:00'))
    expect(told).toEqual(['failed', 'failed'])
    expect(daily).toMatchObject({ lastSuccessAt: 0, failures: 2 })
  })

  test('does not begin a second one while one is being made', async () => {
    let finish = (): void => undefined
    let begun = 0
    const { daily } = open(0, () => {
      begun++
      return new Promise((resolve) => {
        finish = () => resolve({} as Backup)
      })
    })
    const first = daily.tick(at('2026-05-30T12:00:00'))
    await daily.tick(at('2026-05-30T12:20:00'))
    expect(begun).toBe(1)
    finish()
    await first
  })
})
