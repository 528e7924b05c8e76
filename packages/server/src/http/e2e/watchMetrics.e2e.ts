import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { WatchedChainStatus } from '../ports.ts'
import { startTestWorld } from '../testing/testWorld.ts'

const lines = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('redoubt_watch_'))
    .map((line) => line.replace('redoubt_watch_', ''))

describe('metrics of watched chains', () => {
  test('are those of the chains that are watched now', async () => {
    await using world = await startTestWorld()
    assert.deepEqual(lines((await world.call('GET', '/metrics')).text), [])
    const watched: WatchedChainStatus = {
      chain: 'bsc',
      environment: 'live',
      leading: true,
      behind: 4,
      headTimestamp: null,
      reorganisations: 1,
      withdrawn: 2,
      skipped: 30,
      untraced: 7,
      failures: 5,
    }
    world.ports.watching = () => [watched]
    for (let scrape = 0; scrape < 2; scrape++)
      assert.deepEqual(lines((await world.call('GET', '/metrics')).text), [
        'leading{chain="bsc",environment="live"} 1',
        'blocks_behind{chain="bsc",environment="live"} 4',
        'reorganisations_total{chain="bsc",environment="live"} 1',
        'events_withdrawn_total{chain="bsc",environment="live"} 2',
        'blocks_skipped_total{chain="bsc",environment="live"} 30',
        'blocks_untraced_total{chain="bsc",environment="live"} 7',
        'failures_total{chain="bsc",environment="live"} 5',
      ])
    world.ports.watching = () => [{ ...watched, headTimestamp: BigInt(Math.floor(world.clock.now / 1000) - 9) }]
    assert.match(
      (await world.call('GET', '/metrics')).text,
      /watch_head_age_seconds\{chain="bsc",environment="live"\} 9/,
    )
    world.ports.watching = () => []
    assert.deepEqual(lines((await world.call('GET', '/metrics')).text), [])
  })
})
