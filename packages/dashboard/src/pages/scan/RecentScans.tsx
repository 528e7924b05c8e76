import { Link } from 'wouter'
import { client } from '../../api/client.ts'
import { useAnswer } from '../../api/useAnswer.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Answered, Empty } from '../../ui/states.tsx'
import { ScanTable } from './ScanTable.tsx'

const SHOWN = 8

export function RecentScans() {
  const scans = useAnswer(['scans', 'recent'], (call) => client.scans.list({ limit: SHOWN }, call), { staleMs: 5_000 })
  return (
    <Panel title="Recent scans" actions={<Link href="/scans">All scans</Link>} flush>
      <Answered of={scans} what="recent scans">
        {({ scans: rows }) =>
          rows.length === 0 ? (
            <Empty title="No scan yet">The scans of this account and of its keys appear here.</Empty>
          ) : (
            <ScanTable scans={rows} />
          )
        }
      </Answered>
    </Panel>
  )
}
