import type { api } from '@redoubt/client'
import { useEffect, useState } from 'react'
import { chainName, wordsOf } from '../../ui/format.ts'
import { Level, Score } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

/** What the page did in a browser: its picture, and each request to a wallet with its verdict. */
export function BrowserView({ browser }: { browser: api.BrowserSection }) {
  const { requests } = browser
  return (
    <>
      <Panel title="Requests to the wallet" note={String(requests.length)} flush>
        {requests.length === 0 ? (
          <Empty title="The page asked the wallet for nothing" />
        ) : (
          <Table
            label="Requests to the wallet"
            rows={requests}
            keyOf={({ method }, index) => method + index}
            toneOf={({ scan }) => (scan?.riskLevel === 'critical' ? 'bad' : undefined)}
            columns={[
              {
                title: 'Method',
                cell: ({ method, unprompted }) => (
                  <>
                    <code>{method}</code>
                    {unprompted && <div className="muted">without a click</div>}
                  </>
                ),
              },
              { title: 'Network', cell: ({ chain }) => chainName(chain) },
              {
                title: 'Verdict',
                cell: ({ scan, failure }) =>
                  scan === null ? (failure ?? 'not scanned') : <Score score={scan.riskScore} level={scan.riskLevel} />,
              },
              {
                title: 'Findings',
                cell: ({ scan }) => scan?.findings.map(({ id, title }) => <div key={id}>{title}</div>) ?? '',
              },
              {
                title: 'Parameters',
                cell: ({ params }) => (
                  <code className="hex">
                    <Name text={params} max={160} />
                  </code>
                ),
              },
            ]}
          />
        )}
      </Panel>
      <div className="columns">
        <Panel title="Picture">
          {browser.screenshot === null ? (
            <p className="muted">None was taken.</p>
          ) : (
            <Screenshot base64={browser.screenshot} />
          )}
        </Panel>
        <Panel title="What it did">
          <Facts
            rows={[
              [
                'Ended at',
                <span key="url" className="hex">
                  <Name text={browser.finalUrl} max={200} />
                </span>,
              ],
              ['Contacted', <Name key="hosts" text={browser.contacted.join(', ') || 'no other host'} max={400} />],
              ['Refused', <Name key="refused" text={browser.refused.join(', ') || 'nothing'} max={400} />],
              ['Dialogs', <Name key="dialogs" text={browser.dialogs.join(', ') || 'none'} max={200} />],
              [
                'Clipboard',
                <Name key="clipboard" text={browser.clipboardWrites.join(', ') || 'not written'} max={200} />,
              ],
              ['Downloads', browser.downloads.map(({ name }) => name).join(', ') || 'none'],
              browser.cutOff !== null && ['Cut off', <Level key="cut" level="medium" text={wordsOf(browser.cutOff)} />],
            ]}
          />
        </Panel>
      </div>
    </>
  )
}

/** As a blob: the policy allows pictures of this page's own making, and no data: addresses. */
function Screenshot({ base64 }: { base64: string }) {
  const [source, setSource] = useState<string | null>(null)
  useEffect(() => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
    const url = URL.createObjectURL(new Blob([bytes], { type: 'image/png' }))
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [base64])
  return source === null ? null : <img className="screenshot" src={source} alt="The page as a visitor sees it" />
}
