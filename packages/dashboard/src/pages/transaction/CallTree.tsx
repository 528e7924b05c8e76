import type { api } from '@redoubt/client'
import { Address } from '../../ui/Address.tsx'
import { wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Panel } from '../../ui/Panel.tsx'

type Decoded = api.TransactionScanResult['decoded']
type Call = Omit<Decoded, 'calls'> & { to: string | null }

const KNOWN_BY: Record<string, string> = {
  verified: 'verified source',
  descriptor: 'clear-signing descriptor',
  known: 'known contract',
  'signature-index': 'index of signatures: the name may be another’s',
  recovered: 'recovered from bytecode',
  command: 'router command',
  ambiguous: 'several signatures fit',
}

/** The call with its decoded parameters, and the calls that it carries. */
export function CallTree({
  decoded,
  to,
  chain,
  results,
}: {
  decoded: Decoded
  to: string | null
  chain: string
  results: readonly api.CallResult[] | null
}) {
  return (
    <Panel
      title="Calls and parameters"
      note={decoded.calls.length > 0 ? `${decoded.calls.length + 1} calls` : undefined}
    >
      <CallItem call={{ ...decoded, to }} chain={chain}>
        {decoded.calls.length > 0 && (
          <ol className="calls">
            {decoded.calls.map((call, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the order of calls is their identity.
              <li key={index}>
                <CallItem call={call} chain={chain} result={results?.[index]} />
              </li>
            ))}
          </ol>
        )}
      </CallItem>
    </Panel>
  )
}

function CallItem({
  call,
  chain,
  result,
  children,
}: {
  call: Call
  chain: string
  result?: api.CallResult | undefined
  children?: React.ReactNode
}) {
  const { parameters, fields } = call
  return (
    <div className="call">
      <div className="call-head">
        {call.to !== null && <Address address={call.to} chain={chain} label={call.contractName} />}
        <span className="call-name">
          <Name text={call.functionName} max={60} />
        </span>
        {call.intent !== null && <Name text={call.intent} max={120} />}
        {call.abi !== null && <span className="muted">by {KNOWN_BY[call.abi] ?? wordsOf(call.abi)}</span>}
        {result?.success === false && <Level level="high" text={`Reverted: ${result.revertReason ?? 'no reason'}`} />}
      </div>
      {fields.length > 0 && (
        <dl className="parameters">
          {fields.map(({ label, value }) => (
            <div key={label + value}>
              <dt>
                <Name text={label} />
              </dt>
              <dd>
                <Name text={value} max={300} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {parameters.length > 0 && (
        <dl className="parameters">
          {parameters.map(({ name, type, value, display, label }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parameters may share a name, and their order is fixed.
            <div key={index}>
              <dt>
                <Name text={name === '' ? `parameter ${index + 1}` : name} /> <code>{type}</code>
              </dt>
              <dd>
                {/^0x[0-9a-f]{40}$/i.test(value) ? (
                  <Address address={value} chain={chain} label={label} />
                ) : (
                  <>
                    {display !== null && (
                      <>
                        <strong>
                          <Name text={display} max={200} />
                        </strong>{' '}
                      </>
                    )}
                    <span className={display === null ? 'hex' : 'hex muted'}>
                      <Name text={value} max={display === null ? 400 : 80} />
                    </span>
                  </>
                )}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {children}
    </div>
  )
}
