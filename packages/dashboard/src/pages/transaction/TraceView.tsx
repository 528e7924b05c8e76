import type { api } from '@redoubt/client'
import { useState } from 'react'
import { Address } from '../../ui/Address.tsx'
import { amountText, coinOf, countText, gasText, shortHex, weiText } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'

type Frame = api.TracedCall & { calls: Frame[] }

const KINDS: Record<Frame['type'], string> = {
  CALL: 'calls',
  STATICCALL: 'reads',
  DELEGATECALL: 'runs the code of',
  CALLCODE: 'runs the code of',
  CREATE: 'creates',
  CREATE2: 'creates',
  SELFDESTRUCT: 'destroys itself, rest to',
}

/** Calls deeper than this are folded at first. */
const OPEN_DEPTH = 4

/** Every call of the execution as a tree that folds; reads are left out until they are asked for. */
export function TraceView({ trace, chain }: { trace: api.Trace; chain: string }) {
  const [reads, setReads] = useState(false)
  const readCount = trace.calls.filter(({ type }) => type === 'STATICCALL').length
  const root = treeOf(trace.calls)
  if (root === null) return null
  return (
    <Panel
      title="Executed calls"
      note={`${countText(trace.calls.length + trace.leftOut, 'call')}${trace.leftOut > 0 ? `, the first ${trace.calls.length} shown` : ''}`}
      actions={
        readCount > 0 && (
          <label className="check">
            <input type="checkbox" checked={reads} onChange={({ target }) => setReads(target.checked)} />
            Show {countText(readCount, 'read')}
          </label>
        )
      }
    >
      <ol className="trace">
        <FrameItem frame={root} chain={chain} reads={reads} />
      </ol>
    </Panel>
  )
}

/** The line of a call holds links, so that it folds by a button beside it, and not as a summary. */
function FrameItem({ frame, chain, reads }: { frame: Frame; chain: string; reads: boolean }) {
  const [open, setOpen] = useState(frame.depth < OPEN_DEPTH)
  const calls = frame.calls.filter(({ type }) => reads || type !== 'STATICCALL')
  return (
    <li data-failed={!frame.success || undefined}>
      <div className="trace-row">
        {calls.length > 0 ? (
          <button
            type="button"
            className="icon-button"
            aria-expanded={open}
            aria-label={`${open ? 'Fold' : 'Unfold'} the calls of ${frame.functionName}`}
            onClick={() => setOpen(!open)}
          >
            {open ? '▾' : '▸'}
          </button>
        ) : (
          <span className="trace-leaf" aria-hidden="true">
            ·
          </span>
        )}
        <FrameLine frame={frame} chain={chain} />
      </div>
      {open && calls.length > 0 && (
        <ol>
          {calls.map((call, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the order of calls is their identity.
            <FrameItem key={index} frame={call} chain={chain} reads={reads} />
          ))}
        </ol>
      )}
    </li>
  )
}

function FrameLine({ frame, chain }: { frame: Frame; chain: string }) {
  const { type, to, label, functionName, signature, parameters, value, gasUsed, success, error } = frame
  return (
    <div className="trace-line">
      <div className="trace-what">
        <span className="trace-kind">{KINDS[type]}</span>{' '}
        {to !== null && <Address address={to} chain={chain} label={label} />}{' '}
        <code title={signature ?? undefined}>
          <Name text={functionName} max={60} />
          {parameters.length > 0 && (
            <span className="muted">
              (<Name text={parameters.map(parameterText).join(', ')} max={300} />)
            </span>
          )}
        </code>{' '}
        {value !== '0' && (
          <strong>
            {amountText(weiText(value))} {coinOf(chain)}{' '}
          </strong>
        )}
        {!success && <Level level="high" text={`Failed: ${error ?? 'no reason'}`} />}
      </div>
      <span className="trace-gas muted">{gasText(gasUsed)}</span>
    </div>
  )
}

/** `value: 3,000 USDT`: what people read where it is known, and addresses in their short form. */
function parameterText({ name, value, display, label }: Frame['parameters'][number]): string {
  const digits = value.replace(/0x[0-9a-f]{40,}/gi, (hex) => shortHex(hex))
  const shown = label === null ? (display ?? digits) : `${label} ${digits}`
  return name === '' ? shown : `${name}: ${shown}`
}

/** The calls, which come depth first, as a tree. */
function treeOf(calls: readonly api.TracedCall[]): Frame | null {
  const path: Frame[] = []
  for (const call of calls) {
    const frame = { ...call, calls: [] }
    path[call.depth - 1]?.calls.push(frame)
    path[call.depth] = frame
  }
  return path[0] ?? null
}
