import type { api } from '@redoubt/client'
import { countText, wordsOf } from '../../ui/format.ts'
import { Level } from '../../ui/Level.tsx'
import { Name } from '../../ui/Name.tsx'
import { Facts, Panel } from '../../ui/Panel.tsx'
import { Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/Table.tsx'

type Mark = { what: string; level: string; kind: string; text: string }

/** What the page says and what its code does, as evidence: excerpts are text here and never markup. */
export function PageView({ content }: { content: api.UrlContent }) {
  const marks = marksOf(content)
  return (
    <>
      <Panel title="Evidence in the page" note={String(marks.length)} flush>
        {marks.length === 0 ? (
          <Empty title="Nothing suspicious was read">
            {content.unread.length > 0 && `Not read: ${content.unread.map(wordsOf).join(', ')}.`}
          </Empty>
        ) : (
          <Table
            label="Evidence in the page"
            rows={marks}
            keyOf={({ what, kind }, index) => what + kind + index}
            columns={[
              { title: 'Evidence', cell: ({ what, level }) => <Level level={level} text={what} /> },
              { title: 'Kind', cell: ({ kind }) => wordsOf(kind) },
              {
                title: 'Excerpt',
                cell: ({ text }) => (
                  <code className="hex">
                    <Name text={text} max={240} />
                  </code>
                ),
              },
            ]}
          />
        )}
      </Panel>
      <div className="columns">
        <Panel title="Page">
          <Facts
            rows={[
              ['Title', content.title === null ? 'none' : <Name key="title" text={content.title} max={120} />],
              [
                'Description',
                content.description === null ? 'none' : <Name key="text" text={content.description} max={300} />,
              ],
              ['Language', content.language ?? 'unknown'],
              [
                'Brands',
                content.brands.map(({ brand, own }) => `${brand}${own ? ' (own site)' : ''}`).join(', ') || 'none',
              ],
              [
                'Links',
                `${countText(content.links.total, 'link')}, ${content.links.offSite} to other sites, ${content.links.dead} dead`,
              ],
              ['Scripts', countText(content.scripts.length, 'script')],
              ['Frames', countText(content.frames.length, 'frame')],
              content.hotlinkedFrom !== null && ['Pictures taken from', content.hotlinkedFrom],
            ]}
          />
        </Panel>
        <Panel title="Text of the page">
          <p className="muted prose">
            <Name text={content.text} max={1_500} />
          </p>
        </Panel>
      </div>
    </>
  )
}

function marksOf(content: api.UrlContent): Mark[] {
  const code = (what: string, level: string, marks: readonly { kind: string; excerpt: string }[]): Mark[] =>
    marks.map(({ kind, excerpt }) => ({ what, level, kind, text: excerpt }))
  return [
    ...content.secretsAsked.map(({ kind, evidence }) => ({
      what: 'Asks for a secret',
      level: 'critical',
      kind,
      text: evidence,
    })),
    ...code('Drainer code', 'critical', content.drainerMarks),
    ...code('Sends data away', 'high', content.channels),
    ...code('Clipboard', 'high', content.clipboard),
    ...code('Obfuscation', 'medium', content.obfuscation),
    ...content.lures.map(({ kind, phrase }) => ({ what: 'Lure', level: 'medium', kind, text: phrase })),
    ...code('Wallet call', 'low', content.walletCalls),
    ...content.forms.map(({ action, offSite, fields }) => ({
      what: 'Form',
      level: offSite ? 'high' : 'low',
      kind: fields.map(({ kind }) => kind).join(', ') || 'no fields',
      text: action ?? 'no target',
    })),
  ]
}
