import { mkdir, writeFile } from 'node:fs/promises'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { quietApp } from '../src/testing/quietApp.ts'
import { permitOf } from '../src/testing/sandboxMessages.ts'
import { createScanClient } from '../src/testing/scanClient.ts'
import { swapBody } from '../src/testing/swapBody.ts'
import { drawFlames } from './flames/drawFlames.ts'
import { flameTree, partsOf } from './flames/flameTree.ts'

const FOLDER = join(import.meta.dirname, '../../../docs/images/flames')
const WARM_UP = 20
const SCANS = 100
const SAMPLE_MICROS = 200
const PARTS_SHOWN = 8

/**
 * A flame graph of each kind of scan, warm, one at a time: what the service's thread does, the caller's side of HTTP included; engines are other
 * processes. Drawings are written to docs/images/flames. `ms`: processor time of the thread for one scan, by part of the program.
 */
export default async function flames(): Promise<object> {
  const { app, url, tokens } = await quietApp('test')
  const clients = tokens.map((token) => createScanClient(url, token))
  try {
    const { world } = await app.sandbox()
    const { ethereum } = world
    const { trader, poisoner } = ethereum.actors
    const subjects: Record<string, { path: string; body?: object }> = {
      transaction: { path: '/v1/scan/transaction', body: swapBody(ethereum) },
      message: {
        path: '/v1/scan/message',
        body: { chain: 'ethereum', address: trader, typedData: permitOf(ethereum, poisoner, 1_000_000n) },
      },
      contract: { path: '/v1/scan/contract', body: { chain: 'ethereum', address: ethereum.tokens.honest } },
      wallet: { path: `/v1/scan/wallet/${trader}?chain=ethereum` },
      url: { path: '/v1/scan/url', body: { url: 'https://lantern-airdrop.test/' } },
    }
    await mkdir(FOLDER, { recursive: true })
    const found: Record<string, { ms: number; parts: Record<string, number> }> = {}
    for (const [kind, { path, body }] of Object.entries(subjects)) {
      const scan = async (index: number) => {
        const { status, json } = await (clients[index % clients.length] as (typeof clients)[number]).ask(path, body)
        if (status !== 200) throw new Error(`${kind}: ${JSON.stringify(json)}`)
      }
      for (let index = 0; index < WARM_UP; index++) await scan(index)
      const tree = flameTree(
        await profiled(async () => {
          for (let index = 0; index < SCANS; index++) await scan(index)
        }),
      )
      const ms = Math.round(tree.micros / SCANS / 10) / 100
      await writeFile(join(FOLDER, `${kind}.svg`), drawFlames(tree, `${kind} scan: ${ms} ms of the service's thread`))
      found[kind] = { ms, parts: Object.fromEntries(partsOf(tree, SCANS).slice(0, PARTS_SHOWN)) }
    }
    return found
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    await app.close()
  }
}

async function profiled(work: () => Promise<void>) {
  const session = new Session()
  session.connect()
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROS })
    await session.post('Profiler.start')
    await work()
    return (await session.post('Profiler.stop')).profile
  } finally {
    session.disconnect()
  }
}
