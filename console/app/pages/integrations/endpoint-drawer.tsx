/** Adds a webhook endpoint, or changes where it is and what it is told. */
import type { Read } from '@muster/contract/kit/resource.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { everyTopic } from '@muster/contract/topics.ts';
import { apiVersion } from '@muster/contract/version.ts';
import { useCreate, useUpdate } from '../../data/changes.ts';
import type { Held } from '../../data/queries.ts';
import { ResourceForm } from '../../resource/resource-form.tsx';
import { shellTexts } from '../../texts/shell.ts';
import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { tell } from '../../ui/told.ts';
import { EstablishmentsInput } from './establishments-input.tsx';
import { TopicsPicker } from './topics-picker.tsx';

export type Endpoint = Omit<Read<typeof webhookEndpoints>, 'links' | 'embedded'>;
export type HeldEndpoint = Held<typeof webhookEndpoints>;

const members = ['name', 'webhookUrl', 'topics', 'businessEstablishments'];
const custom = { topics: TopicsPicker, businessEstablishments: EstablishmentsInput };

function useWords() {
  const t = useTexts(webhookTexts);
  return { hints: { webhookUrl: t.urlHint }, labels: { webhookUrl: t.url, topics: t.topics } };
}

interface AddDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With the secret, which is not shown again. */
  readonly onAdded: (endpoint: Endpoint) => void;
}

export function AddDrawer({ isOpen, onClose, onAdded }: AddDrawerProps) {
  const t = useTexts(webhookTexts);
  const create = useCreate(webhookEndpoints);
  const words = useWords();
  const close = () => {
    create.reset();
    onClose();
  };
  return (
    <FormDrawer title={t.create} isOpen={isOpen} onClose={close}>
      <ResourceForm
        resource={webhookEndpoints}
        operation="create"
        members={members}
        initial={{ topics: [everyTopic], businessEstablishments: null }}
        custom={custom}
        {...words}
        error={create.error}
        isBusy={create.isPending}
        onCancel={close}
        onSubmit={(body) =>
          create.mutate(
            { ...body, apiVersion },
            {
              onSuccess: (made) => {
                close();
                onAdded(made);
              },
            },
          )
        }
      />
    </FormDrawer>
  );
}

interface EndpointEditDrawerProps {
  readonly held: HeldEndpoint;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function EndpointEditDrawer({ held: { value, etag }, isOpen, onClose }: EndpointEditDrawerProps) {
  const t = useTexts(webhookTexts);
  const { saved } = useTexts(shellTexts);
  const update = useUpdate(webhookEndpoints);
  const words = useWords();
  const close = () => {
    update.reset();
    onClose();
  };
  return (
    <FormDrawer title={t.editTitle(value.name)} isOpen={isOpen} onClose={close}>
      <ResourceForm
        resource={webhookEndpoints}
        operation="update"
        members={members}
        initial={value}
        custom={custom}
        {...words}
        error={update.error}
        isBusy={update.isPending}
        onCancel={close}
        onSubmit={(patch) =>
          update.mutate(
            { id: value.id, etag, patch },
            {
              onSuccess: () => {
                tell(saved);
                close();
              },
            },
          )
        }
      />
    </FormDrawer>
  );
}
