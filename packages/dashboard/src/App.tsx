import { Suspense } from 'react'
import { Route, Switch, useLocation } from 'wouter'
import { SessionContext, useAskSession } from './api/session.ts'
import { Shell } from './shell/Shell.tsx'
import { ErrorBoundary } from './ui/ErrorBoundary.tsx'
import { lazyPart } from './ui/lazyPart.ts'
import { Page } from './ui/Page.tsx'
import { Empty, Failure, Loading } from './ui/states.tsx'

const ScanPage = lazyPart(() => import('./pages/scan/ScanPage.tsx'))
const ScansPage = lazyPart(() => import('./pages/scan/ScansPage.tsx'))
const KeptScanPage = lazyPart(() => import('./pages/verdict/KeptScanPage.tsx'))
const SharedScanPage = lazyPart(() => import('./pages/verdict/SharedScanPage.tsx'))
const AddressPage = lazyPart(() => import('./pages/verdict/AddressPage.tsx'))
const NamePage = lazyPart(() => import('./pages/verdict/NamePage.tsx'))
const TransactionPage = lazyPart(() => import('./pages/transaction/TransactionPage.tsx'))
const ContractPage = lazyPart(() => import('./pages/contract/ContractPage.tsx'))
const WalletPage = lazyPart(() => import('./pages/wallet/WalletPage.tsx'))
const SitePage = lazyPart(() => import('./pages/site/SitePage.tsx'))
const ReportPage = lazyPart(() => import('./pages/report/ReportPage.tsx'))
const ApprovalsPage = lazyPart(() => import('./pages/approvals/ApprovalsPage.tsx'))
const EventsPage = lazyPart(() => import('./pages/events/EventsPage.tsx'))
const MonitorsPage = lazyPart(() => import('./pages/monitors/MonitorsPage.tsx'))
const WebhooksPage = lazyPart(() => import('./pages/webhooks/WebhooksPage.tsx'))
const WebhookPage = lazyPart(() => import('./pages/webhooks/WebhookPage.tsx'))
const PoliciesPage = lazyPart(() => import('./pages/policies/PoliciesPage.tsx'))
const NewPolicyPage = lazyPart(() => import('./pages/policies/NewPolicyPage.tsx'))
const EditPolicyPage = lazyPart(() => import('./pages/policies/EditPolicyPage.tsx'))
const PolicyPage = lazyPart(() => import('./pages/policies/PolicyPage.tsx'))
const HeldTransactionsPage = lazyPart(() => import('./pages/policies/HeldTransactionsPage.tsx'))
const IntelligencePage = lazyPart(() => import('./pages/intelligence/IntelligencePage.tsx'))
const NetworksPage = lazyPart(() => import('./pages/networks/NetworksPage.tsx'))
const KeysPage = lazyPart(() => import('./pages/keys/KeysPage.tsx'))
const MembersPage = lazyPart(() => import('./pages/members/MembersPage.tsx'))
const UsagePage = lazyPart(() => import('./pages/usage/UsagePage.tsx'))
const AuditPage = lazyPart(() => import('./pages/audit/AuditPage.tsx'))
const SignInPage = lazyPart(() => import('./pages/signIn/SignInPage.tsx'))

/** Every page by its path; a shared scan is the only one without a session. */
export function App() {
  return (
    <Suspense fallback={<Loading what="page" />}>
      <Switch>
        <Route path="/shared" component={SharedScanPage} />
        <Route path="/sign-in" component={SignInPage} />
        <Route>
          <SignedIn />
        </Route>
      </Switch>
    </Suspense>
  )
}

function SignedIn() {
  const { data: session, error, refetch } = useAskSession()
  // A session that is known stays while it cannot be asked again: the pages say what they cannot learn.
  if (error !== null && session === undefined) return <Failure error={error} onRetry={() => void refetch()} />
  if (session === undefined) return <Loading what="session" />
  if (session === null) return <SignInPage />
  return (
    <SessionContext value={session}>
      <Shell key={session.member.id}>
        <Pages />
      </Shell>
    </SessionContext>
  )
}

function Pages() {
  const [path] = useLocation()
  return (
    <ErrorBoundary key={path}>
      <Suspense fallback={<Loading what="page" />}>
        <Switch>
          <Route path="/" component={ScanPage} />
          <Route path="/scans" component={ScansPage} />
          <Route path="/scans/:id">{({ id }) => <KeptScanPage id={id} />}</Route>
          <Route path="/address/:chain/:address">{(at) => <AddressPage key={at.address} {...at} />}</Route>
          <Route path="/name/:name">{({ name }) => <NamePage name={decodeURIComponent(name)} />}</Route>
          <Route path="/transaction/:hash">{({ hash }) => <TransactionPage hash={hash} />}</Route>
          <Route path="/contract/:chain/:address">{(at) => <ContractPage key={at.address} {...at} />}</Route>
          <Route path="/wallet/:chain/:address">{(at) => <WalletPage key={at.address} {...at} />}</Route>
          <Route path="/site" component={SitePage} />
          <Route path="/report" component={ReportPage} />
          <Route path="/approvals" component={ApprovalsPage} />
          <Route path="/events" component={EventsPage} />
          <Route path="/monitors" component={MonitorsPage} />
          <Route path="/webhooks" component={WebhooksPage} />
          <Route path="/webhooks/:id">{({ id }) => <WebhookPage id={id} />}</Route>
          <Route path="/policies" component={PoliciesPage} />
          <Route path="/policies/new" component={NewPolicyPage} />
          <Route path="/policies/:address/edit">
            {({ address }) => <EditPolicyPage key={address} address={address} />}
          </Route>
          <Route path="/policies/:address">{({ address }) => <PolicyPage key={address} address={address} />}</Route>
          <Route path="/held" component={HeldTransactionsPage} />
          <Route path="/intelligence" component={IntelligencePage} />
          <Route path="/networks" component={NetworksPage} />
          <Route path="/settings/keys" component={KeysPage} />
          <Route path="/settings/members" component={MembersPage} />
          <Route path="/settings/usage" component={UsagePage} />
          <Route path="/settings/audit" component={AuditPage} />
          <Route>
            <Page title="Page not found">
              <Empty title="There is no page at this address.">Press / to look something up.</Empty>
            </Page>
          </Route>
        </Switch>
      </Suspense>
    </ErrorBoundary>
  )
}
