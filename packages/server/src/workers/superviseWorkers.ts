import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { listenProblem } from '../http/listenProblem.ts'
import { createMetricsServer } from '../http/metrics/metricsServer.ts'
import { createMetricsCollector } from './collectMetrics.ts'
import { FIRST_VARIABLE, type FromWorker, SLOT_VARIABLE, type ToWorker } from './messages.ts'

/** Each time that a worker is not ready after this, in milliseconds, the log says so. */
const SAY_MS = 60_000
/** A successor that is not ready after this, in milliseconds, is given up, and the old worker goes on: its migrations may take minutes. */
const READY_MS = 600_000
/** Between two starts of a worker that ends soon after each, in milliseconds. */
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** One that lived longer is started anew at once. */
const LASTED_MS = 30_000

/** By which this process, or the terminal, ends a worker. */
function isStop(signal: string | null): boolean {
  return signal === 'SIGTERM' || signal === 'SIGINT' || signal === 'SIGHUP'
}

/** `revives`: another one is started when it ends. */
type Started = { worker: Worker; slot: number; at: number; url: string | null; revives: boolean }

/**
 * Runs several processes of the service on one port until a signal ends them. One that dies is started anew; SIGHUP replaces each in turn by a new
 * one that is ready before the old one stops.
 * @returns The exit code.
 */
export async function superviseWorkers({
  workers: count,
  metricsAt,
  log,
}: {
  workers: number
  metricsAt: { port: number; host: string } | null
  log: (line: string) => void
}): Promise<number> {
  // Workers accept from one queue of the kernel: what one that is killed has not accepted, the others do. Handed over by this process
  // (Node's default), a connection on its way to a process that dies would hang for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const all = new Map<number, Started>()
  const pauses = new Map<number, number>()
  let stopping = false
  let isReplacing = false
  let isUp = false
  let failed = false
  const ended = Promise.withResolvers<void>()

  const send = (worker: Worker, message: ToWorker) => {
    // One that has just died takes no message, and needs none.
    if (worker.isConnected()) worker.send(message, () => undefined)
  }
  const tellOthers = (id: number, message: ToWorker) => {
    for (const { worker } of all.values()) if (worker.id !== id) send(worker, message)
  }
  const collector = createMetricsCollector(
    () =>
      new Map(
        [...all.values()]
          .filter(({ url }) => url !== null)
          .map(({ worker }) => [worker.id, { send: (message: ToWorker) => send(worker, message) }]),
      ),
  )

  /** Once, when all are ready for the first time. */
  const sayUp = (url: string) => {
    if (isUp || stopping || [...all.values()].filter((one) => one.url !== null).length < count) return
    isUp = true
    log(`Redoubt listens on ${url} with ${count} workers (documentation at ${url}/docs)`)
  }

  /**
   * @param options.readyMs it is killed where it is not ready by then; default: it is waited for, as migrations take as long as they do.
   * @returns When it is ready: the worker; null where it ended before.
   */
  async function start(
    slot: number,
    { isFirst = false, revives = false, readyMs }: { isFirst?: boolean; revives?: boolean; readyMs?: number } = {},
  ): Promise<Started | null> {
    const worker = cluster.fork({ [SLOT_VARIABLE]: String(slot), [FIRST_VARIABLE]: isFirst ? '1' : '' })
    const { id } = worker
    const started: Started = { worker, slot, at: Date.now(), url: null, revives }
    all.set(id, started)
    const ready = Promise.withResolvers<boolean>()
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'told') tellOthers(id, { kind: 'news', news: { told: message.told, from: id } })
      else if (message.kind === 'measured') collector.measured(id, message)
      else if (message.kind === 'scrape')
        void collector
          .scrape()
          .then((answer) => send(worker, { kind: 'scraped', question: message.question, ...answer }))
      else {
        started.url = message.url
        started.revives = true
        tellOthers(id, { kind: 'news', news: { joined: id } })
        ready.resolve(true)
        sayUp(message.url)
      }
    })
    const gone = (how: string, isClean: boolean) => {
      // Of a process that could not be made there is an error and no end, or both.
      if (!all.delete(id)) return
      collector.gone(id)
      tellOthers(id, { kind: 'news', news: { gone: id } })
      ready.resolve(false)
      if (stopping) {
        failed ||= !isClean
        if (all.size === 0) ended.resolve()
      } else if (started.revives) void revive(started, how)
      else if (isFirst) log(`worker ${slot} ended (${how}) before it was ready: the service ends.`)
    }
    // One that still starts is ended by the signal itself: it has answered nothing.
    worker.once('exit', (code, signal) => gone(signal ?? `code ${code}`, code === 0 || isStop(signal)))
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) gone(error.message, false)
    })
    const saying = setInterval(() => {
      log(`worker ${slot} is not ready after ${Math.round((Date.now() - started.at) / 1_000)} s; still waiting for it`)
    }, SAY_MS)
    const late = readyMs === undefined ? undefined : setTimeout(() => worker.process.kill('SIGKILL'), readyMs)
    const isReady = await ready.promise
    clearInterval(saying)
    clearTimeout(late)
    return isReady ? started : null
  }

  async function revive({ slot, at }: Started, how: string): Promise<void> {
    const lasted = Date.now() - at > LASTED_MS
    const pause = lasted ? 0 : Math.min(MAX_PAUSE_MS, 2 * (pauses.get(slot) ?? 0) || FIRST_PAUSE_MS)
    pauses.set(slot, pause)
    log(`worker ${slot} ended (${how}); a new one starts${pause === 0 ? '' : ` in ${pause / 1_000} s`}`)
    await sleep(pause)
    if (!stopping) await start(slot, { revives: true })
  }

  async function replaceAll(): Promise<void> {
    log(`SIGHUP: replacing ${count} workers, one after the other`)
    for (const old of [...all.values()].sort((a, b) => a.slot - b.slot)) {
      if (stopping || !all.has(old.worker.id)) continue
      const gone = new Promise((resolve) => old.worker.once('exit', resolve))
      old.revives = false
      const next = await start(old.slot, { readyMs: READY_MS })
      if (next === null) {
        old.revives = true
        if (!all.has(old.worker.id)) void revive(old, 'while it was replaced')
        log(`worker ${old.slot} could not be replaced: the old one goes on, and no further one is replaced`)
        return
      }
      old.worker.process.kill('SIGTERM')
      await gone
    }
    log('All workers are replaced.')
  }

  function stop(signal: NodeJS.Signals): void {
    if (stopping) {
      for (const { worker } of all.values()) worker.process.kill('SIGKILL')
      process.exit(1)
    }
    stopping = true
    log(`${signal}: answering the requests in flight, then stopping; a second signal stops at once`)
    for (const { worker } of all.values()) worker.process.kill('SIGTERM')
    if (all.size === 0) ended.resolve()
  }

  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  process.on('SIGHUP', () => {
    if (stopping) return
    if (!isUp || isReplacing) {
      const reason = isReplacing ? 'workers are being replaced already' : 'not all workers are ready yet'
      log(`SIGHUP: ${reason}, and none is replaced. Send it again afterwards.`)
      return
    }
    isReplacing = true
    void replaceAll().finally(() => {
      isReplacing = false
    })
  })

  const metrics = metricsAt && createMetricsServer(collector.scrape)
  if (metricsAt && metrics)
    await metrics.listen(metricsAt).catch((error: unknown) => {
      throw listenProblem(error, metricsAt, 'METRICS_')
    })
  // The first migrates, and says what is wrong; the others would say the same.
  const first = stopping ? null : await start(1, { isFirst: true })
  if (first === null && !stopping) {
    stopping = true
    failed = true
    if (all.size === 0) ended.resolve()
  }
  if (first !== null && !stopping) {
    // The first worker answers already: a later worker that ends or is slow is started anew, and the service goes on.
    for (let slot = 2; slot <= count; slot++) void start(slot, { revives: true })
  }
  await ended.promise
  await metrics?.close()
  if (!failed) log('Stopped.')
  return failed ? 1 : 0
}
