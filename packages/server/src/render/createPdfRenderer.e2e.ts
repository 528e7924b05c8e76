import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { PdfError } from '../domain/ports/pdfError.ts'
import { createPdfRenderer, type PdfLimits } from './createPdfRenderer.ts'
import { reportPdf } from './reportPdf.ts'
import { sampleContractReport } from './testing/sampleContractReport.ts'
import { sampleUrlReport } from './testing/sampleUrlReport.ts'
import { sampleWalletReport } from './testing/sampleWalletReport.ts'

const open = new Set<ReturnType<typeof createPdfRenderer>>()
const rendererOf = (limits?: Partial<PdfLimits>) => {
  const renderer = createPdfRenderer({ milliseconds: 120_000, ...limits })
  open.add(renderer)
  return renderer
}
after(() => Promise.all([...open].map((renderer) => renderer.close())))

const owner = () => ({ accountId: 'account-1', signal: new AbortController().signal })
const failsAs = (reason: string) => (error: unknown) => error instanceof PdfError && error.reason === reason
/** A report that breaks the drawing of it. */
const broken = () => ({ ...sampleUrlReport(), riskBreakdown: undefined as never })

test('reports drawn in the thread are those drawn here, whatever is asked for at once', async () => {
  const renderer = rendererOf()
  const reports = [sampleWalletReport(), sampleContractReport(), sampleUrlReport()]
  const drawn = await Promise.all(reports.map((report) => renderer.render(report, owner())))
  for (const [index, report] of reports.entries()) assert.deepEqual(drawn[index], await reportPdf(report))
})

test('a report that cannot be drawn fails alone: what waits behind it is drawn by a new thread', async () => {
  const renderer = rendererOf()
  const [bad, good] = await Promise.allSettled([
    renderer.render(broken(), owner()),
    renderer.render(sampleUrlReport(), owner()),
  ])
  assert.ok(bad.status === 'rejected' && failsAs('failed')(bad.reason))
  assert.ok(good.status === 'fulfilled' && good.value.subarray(0, 5).equals(Buffer.from('%PDF-')))
})

test('a thread that runs out of memory fails its report and no other', async () => {
  const renderer = rendererOf({ heapMb: 4 })
  await assert.rejects(renderer.render(sampleUrlReport(), owner()), failsAs('failed'))
  await assert.rejects(renderer.render(sampleUrlReport(), owner()), failsAs('failed'))
})

test('more than may wait are refused at once', async () => {
  const renderer = rendererOf({ queue: 1 })
  const first = renderer.render(sampleUrlReport(), owner())
  const second = renderer.render(sampleUrlReport(), owner())
  await assert.rejects(renderer.render(sampleUrlReport(), owner()), failsAs('busy'))
  assert.deepEqual(await first, await second)
})

test('an account with many waiting is refused more, and takes no turn from another', async () => {
  const renderer = rendererOf({ queuePerAccount: 3 })
  const order: string[] = []
  const ask = (accountId: string) =>
    renderer.render(sampleUrlReport(), { ...owner(), accountId }).then(() => order.push(accountId))
  // The first is being drawn at once.
  const many = Array.from({ length: 60 }, () => ask('many'))
  const one = ask('one')
  const settled = await Promise.allSettled(many)
  await one
  assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 4)
  for (const result of settled) assert.ok(result.status === 'fulfilled' || failsAs('too-many')(result.reason))
  assert.deepEqual(order, ['many', 'many', 'one', 'many', 'many'])
})

test('a report for a client that left is not drawn, and its place is free again', async () => {
  const renderer = rendererOf({ queue: 1 })
  const gone = new AbortController()
  const first = renderer.render(sampleUrlReport(), owner())
  const second = renderer.render(sampleUrlReport(), { ...owner(), signal: gone.signal })
  gone.abort(new Error('gone'))
  await assert.rejects(second, /gone/)
  assert.deepEqual(await renderer.render(sampleUrlReport(), owner()), await first)
  await assert.rejects(renderer.render(sampleUrlReport(), { ...owner(), signal: gone.signal }), /gone/)
})

test('what is not drawn in time fails, running or waiting', async () => {
  const renderer = rendererOf({ milliseconds: 1 })
  const both = await Promise.allSettled([
    renderer.render(sampleUrlReport(), owner()),
    renderer.render(sampleUrlReport(), owner()),
  ])
  for (const one of both) assert.ok(one.status === 'rejected' && failsAs('slow')(one.reason))
})

test('an idle thread ends, and the next report starts another', async () => {
  const renderer = rendererOf({ idleMs: 1 })
  const first = await renderer.render(sampleUrlReport(), owner())
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.deepEqual(await renderer.render(sampleUrlReport(), owner()), first)
})

test('the loop of the main thread stays free while the thread draws', async () => {
  const renderer = rendererOf()
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await renderer.render(sampleWalletReport(), owner())
  clearInterval(timer)
  // Drawn here, none would run before it is done.
  assert.ok(turns > 5, `${turns} turns`)
})

test('closing fails what is not done, and what comes later', async () => {
  const renderer = rendererOf()
  const pending = renderer.render(sampleUrlReport(), owner())
  await Promise.all([assert.rejects(pending, failsAs('closed')), renderer.close()])
  await assert.rejects(renderer.render(sampleUrlReport(), owner()), failsAs('closed'))
})
