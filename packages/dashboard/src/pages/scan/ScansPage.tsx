import { client } from '../../api/client.ts'
import { usePages } from '../../api/usePages.ts'
import { MorePages } from '../../ui/MorePages.tsx'
import { Page } from '../../ui/Page.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { saveFile } from '../../ui/saveFile.ts'
import { Empty } from '../../ui/states.tsx'
import { ScanTable } from './ScanTable.tsx'

const PAGE_SIZE = 50

export default function ScansPage() {
  const scans = usePages(
    ['scans'],
    (cursor, call) => client.scans.list(cursor === null ? { limit: PAGE_SIZE } : { limit: PAGE_SIZE, cursor }, call),
    ({ scans: rows }) => rows,
  )
  return (
    <Page
      title="Scan history"
      lead="Every scan of this account and its keys, with its input and answer, for 30 days."
      actions={
        <button
          type="button"
          className="button"
          onClick={async () => saveFile(await client.scans.csv({ limit: 100 }), 'text/csv', 'scans.csv')}
        >
          Export CSV
        </button>
      }
    >
      <Panel title="Scans" flush>
        <MorePages of={scans} what="scans" empty={<Empty title="No scan yet">Press / and paste something.</Empty>}>
          {(rows) => <ScanTable scans={rows} />}
        </MorePages>
      </Panel>
    </Page>
  )
}
