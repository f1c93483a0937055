import { Listing } from "../parts/listing.tsx";
import { OperationButton } from "../parts/operation.tsx";
import { Headers, JsonBlock } from "../parts/show.tsx";
import { TestEvent } from "../parts/test-event.tsx";
import type { Schemas } from "../state/control.ts";
import { words } from "../state/language.ts";

/** The notifications and their receivers, the newest first: attempts, and how the signature is verified. */
export function Notifications() {
  const { headersSent, body: bodyTitle } = words.value;
  return (
    <Listing<Schemas["NotificationEntry"], Schemas["Notification"]>
      view="notifications"
      actions={
        <>
          <OperationButton id="resendFailed" />
          <TestEvent />
        </>
      }
      columns={["event url", "status", "createdAt", "attemptCount"]}
      operations={() => ["resendNotification"]}
      facts={() => [
        "id",
        "objectId",
        "url",
        "scope",
        "webhookId",
        "createdAt",
        "deliveredAt",
        "nextAt",
      ]}
    >
      {({ attempts, body }) => {
        const headers = attempts.findLast((attempt) => attempt.headers !== null)?.headers;
        return (
          <>
            {headers && <h3>{headersSent}</h3>}
            {headers && <Headers of={headers} />}
            <h3>{bodyTitle}</h3>
            <JsonBlock value={body} />
          </>
        );
      }}
    </Listing>
  );
}
