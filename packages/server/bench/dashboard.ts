import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { openPage, signIn, skip, startDashboard } from '../../dashboard/e2e/dashboardWorld.ts'
import { CannotRun } from './cannotRun.ts'
import { percentile } from './percentile.ts'

const BUILT = join(import.meta.dirname, '../site/dashboard')
const VISITS = 9

/** A slow phone as Lighthouse has it: 4 × slower, 1.6 Mbit/s, 150 ms. */
const SLOW = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750, offline: false, slowdown: 4 }

type Visit = { contentMs: number; interactiveMs: number; blockedMs: number; bytes: number }
type Manifest = Record<string, { file: string; isEntry?: boolean; imports?: string[]; css?: string[] }>

/**
 * First content of the first page, and when its box takes text, in a browser with an empty cache, as its Performance API says: medians in
 * milliseconds. `blockedMs`: long tasks beyond 50 ms each. `drainMs`: from the click on a scenario to its verdict.
 */
export default async function dashboard(): Promise<object> {
  if (skip) throw new CannotRun(skip)
  const world = await startDashboard()
  try {
    const owner = await openPage(world.browser)
    await signIn(world, owner)
    const storageState = await owner.page.context().storageState()
    const options = { storageState }
    const plain = await visits(world.browser, `${world.url}/dashboard/`, options, null)
    const slow = await visits(world.browser, `${world.url}/dashboard/`, options, SLOW)
    const drains: number[] = []
    for (let visit = 0; visit < VISITS; visit++) drains.push(await drainMs(owner.page, world.url))
    return { initialScript: initialBytes(), plain, slowPhone: slow, drainMs: Math.round(percentile(drains, 0.5)) }
  } finally {
    await world.close()
  }
}

async function visits(browser: Browser, url: string, options: BrowserContextOptions, slow: typeof SLOW | null) {
  const all: Visit[] = []
  for (let visit = 0; visit < VISITS; visit++) {
    const { page } = await openPage(browser, options)
    const session = await page.context().newCDPSession(page)
    await session.send('Network.enable')
    if (slow !== null) {
      await session.send('Emulation.setCPUThrottlingRate', { rate: slow.slowdown })
      await session.send('Network.emulateNetworkConditions', slow)
    }
    all.push(await visited(page, url))
    await page.context().close()
  }
  const median = (member: keyof Visit) =>
    Math.round(
      percentile(
        all.map((one) => one[member]),
        0.5,
      ),
    )
  return {
    contentMs: median('contentMs'),
    interactiveMs: median('interactiveMs'),
    blockedMs: median('blockedMs'),
    transferred: median('bytes'),
  }
}

async function visited(page: Page, url: string): Promise<Visit> {
  await page.addInitScript(`
    window.longTasks = []
    new PerformanceObserver((list) => longTasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
    const look = () => document.querySelector('textarea') ? (window.boxAt = performance.now()) : requestAnimationFrame(look)
    requestAnimationFrame(look)
  `)
  await page.goto(url)
  await page.locator('textarea').waitFor()
  // Work that follows the box would delay its first letter.
  await page.waitForTimeout(500)
  return page.evaluate<Visit>(`({
    contentMs: performance.getEntriesByName('first-contentful-paint')[0].startTime,
    interactiveMs: Math.max(boxAt, ...longTasks.map((task) => task.startTime + task.duration)),
    blockedMs: longTasks.reduce((sum, task) => sum + Math.max(0, task.duration - 50), 0),
    bytes: [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .reduce((sum, entry) => sum + entry.transferSize, 0),
  })`)
}

async function drainMs(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/dashboard/`)
  const card = page.getByRole('button', { name: 'Claim your reward' })
  await card.waitFor()
  const began = performance.now()
  await card.click()
  await page.getByText('BLOCK', { exact: true }).waitFor()
  return performance.now() - began
}

/** Bytes that the first page loads, compressed by gzip. */
function initialBytes(): { script: number; styles: number } {
  const manifest: Manifest = JSON.parse(readFileSync(join(BUILT, 'manifest.json'), 'utf8'))
  const loaded = new Set<string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const imported of manifest[name]?.imports ?? []) load(imported)
  }
  for (const [name, { isEntry }] of Object.entries(manifest)) if (isEntry) load(name)
  const sizeOf = (file: string) => gzipSync(readFileSync(join(BUILT, file))).length
  const sum = (files: readonly string[]) => files.reduce((total, file) => total + sizeOf(file), 0)
  const chunks = [...loaded].flatMap((name) => manifest[name] ?? [])
  return { script: sum(chunks.map(({ file }) => file)), styles: sum(chunks.flatMap(({ css = [] }) => css)) }
}
