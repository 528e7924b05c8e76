/** Over everything of the test environment, so that none of it is taken for real. */
export function TestBar() {
  return <p className="test-bar">Test environment: sandbox networks and sites. Nothing here is a real asset.</p>
}
