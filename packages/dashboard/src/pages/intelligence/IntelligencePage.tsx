import { Page } from '../../ui/Page.tsx'
import { Views } from '../../ui/Views.tsx'
import { FeedbackQueue } from './FeedbackQueue.tsx'
import { ListChanges } from './ListChanges.tsx'
import { ListSources } from './ListSources.tsx'
import { LookUp } from './LookUp.tsx'
import { Overrides } from './Overrides.tsx'

/** What the verdicts rely on, for the operator: lists and their age, overrides, and reports of wrong verdicts. */
export default function IntelligencePage() {
  return (
    <Page title="Intelligence" lead="Lists, overrides and reports of wrong verdicts. Operators only.">
      <Views
        label="Intelligence"
        views={[
          { id: 'sources', title: 'Sources', body: () => <ListSources /> },
          { id: 'overrides', title: 'Overrides', body: () => <Overrides /> },
          { id: 'feedback', title: 'Feedback queue', body: () => <FeedbackQueue /> },
          { id: 'look-up', title: 'Look up', body: () => <LookUp /> },
          { id: 'changes', title: 'Changes', body: () => <ListChanges /> },
        ]}
      />
    </Page>
  )
}
