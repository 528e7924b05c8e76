import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { currentEnvironment } from '../../api/client.ts'
import { keepChain, keptChain } from '../../subject/keptChain.ts'
import { pathOfSubject } from '../../subject/pathOfSubject.ts'
import { recognise } from '../../subject/recognise.ts'
import { subjectTitle } from '../../subject/subjectTitle.ts'
import { Field } from '../../ui/Field.tsx'
import type { Chain } from '../../ui/format.ts'
import { NetworkSelect } from '../../ui/NetworkSelect.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Failure } from '../../ui/states.tsx'
import { Waiting } from '../verdict/Waiting.tsx'
import { RecentScans } from './RecentScans.tsx'
import { DEADLINE_MS, requestOf } from './requestOf.ts'
import { SandboxScenarios } from './SandboxScenarios.tsx'
import { useNewScan } from './useNewScan.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/i

/** One box for anything. What has a page of its own is opened there; what is signed or sent is scanned and kept. */
export default function ScanPage() {
  const given = useHistoryState<{ text?: string } | null>()?.text ?? ''
  return <ScanForm key={given} given={given} />
}

function ScanForm({ given }: { given: string }) {
  const [, navigate] = useLocation()
  const [text, setText] = useState(given)
  const [chain, setChain] = useState<Chain>(keptChain)
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const [value, setValue] = useState('')
  const [origin, setOrigin] = useState('')
  const scan = useNewScan((id) => navigate(`/scans/${id}`))
  const subject = recognise(text)
  const request = subject === null ? null : requestOf(subject, { chain, from, to, value, origin })

  function onSubmit(event: FormEvent): void {
    event.preventDefault()
    if (subject === null) return
    keepChain(chain)
    if (request === null) navigate(pathOfSubject(subject, chain))
    else if (request.missing.length === 0) scan.mutate(request)
  }
  const asksSender = request?.asks.includes('from') ?? false
  const asksTarget = request?.asks.includes('to') ?? false
  return (
    <Page
      title="New scan"
      lead="Address, ENS name, URL, transaction hash, calldata, typed data, message or raw transaction."
    >
      <form className="panel" onSubmit={onSubmit}>
        <div className="panel-body">
          <Field
            label="What should be examined?"
            hint={
              subject === null
                ? 'Paste anything that a wallet or a site shows you.'
                : `Recognised as ${subjectTitle(subject)}.`
            }
          >
            {(attributes) => (
              <textarea
                {...attributes}
                className="textarea"
                // biome-ignore lint/a11y/noAutofocus: the page is this box.
                autoFocus
                spellCheck={false}
                autoComplete="off"
                value={text}
                onChange={({ target }) => setText(target.value)}
                onKeyDown={(event) => {
                  if (event.key === 'Enter' && !event.shiftKey && !text.includes('\n')) onSubmit(event)
                }}
              />
            )}
          </Field>
          <div className="form-grid">
            <NetworkSelect value={chain} onChange={(next) => next !== '' && setChain(next)} />
            {asksSender && (
              <AddressField
                label={subject?.kind === 'message' || subject?.kind === 'typed-data' ? 'Signing account' : 'Sender'}
                value={from}
                onChange={setFrom}
              />
            )}
            {asksTarget && <AddressField label="Contract that is called" value={to} onChange={setTo} />}
            {asksTarget && (
              <Field label="Value" hint="In wei; empty for none.">
                {(attributes) => (
                  <input
                    {...attributes}
                    className="input"
                    inputMode="numeric"
                    value={value}
                    onChange={({ target }) => setValue(target.value)}
                  />
                )}
              </Field>
            )}
            {request !== null && (
              <Field label="Site that asks" hint="Optional. The verdict includes it.">
                {(attributes) => (
                  <input
                    {...attributes}
                    className="input"
                    placeholder="https://"
                    value={origin}
                    onChange={({ target }) => setOrigin(target.value)}
                  />
                )}
              </Field>
            )}
          </div>
          <div className="row">
            <button
              type="submit"
              className="button button-primary"
              disabled={subject === null || scan.isPending || (request?.missing.length ?? 0) > 0}
            >
              Scan
            </button>
            {request !== null && request.missing.length > 0 && (
              <span className="muted">Needed: {request.missing.join(', ')}.</span>
            )}
          </div>
          {scan.error && <Failure error={scan.error} />}
        </div>
      </form>
      {scan.isPending ? (
        <Panel title="Scan">
          <Waiting
            what={subject === null ? 'the transaction' : subjectTitle(subject)}
            deadlineSeconds={DEADLINE_MS / 1000}
            facts={scan.facts}
          />
        </Panel>
      ) : (
        <>
          {currentEnvironment() === 'test' && <SandboxScenarios scan={scan} />}
          <RecentScans />
        </>
      )}
    </Page>
  )
}

function AddressField({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const wrong = value !== '' && !ADDRESS.test(value.trim())
  return (
    <Field label={label} error={wrong ? 'Expected 0x and 40 digits.' : null}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          placeholder="0x"
          spellCheck={false}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
