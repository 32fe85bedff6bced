/** Adds a webhook endpoint, or changes its address and topics. */
import type { Read } from '@muster/contract/kit/resource.ts';
import { webhookEndpoints } from '@muster/contract/resources/webhook-endpoints.ts';
import { everyTopic } from '@muster/contract/topics.ts';
import { apiVersion } from '@muster/contract/version.ts';
import type { Held } from '../../data/queries.ts';
import { ChangeForm, CreationForm, type Inputs } from '../../resource/writing-forms.tsx';
import { useTexts } from '../../texts/texts.ts';
import { webhookTexts } from '../../texts/webhooks.ts';
import { FormDrawer } from '../../ui/form-drawer.tsx';
import { EstablishmentsInput } from './establishments-input.tsx';
import { TopicsPicker } from './topics-picker.tsx';

export type Endpoint = Omit<Read<typeof webhookEndpoints>, 'links' | 'embedded'>;
export type HeldEndpoint = Held<typeof webhookEndpoints>;

const members = ['name', 'webhookUrl', 'topics', 'businessEstablishments'];
const custom = { topics: TopicsPicker, businessEstablishments: EstablishmentsInput };

function useInputs(): Inputs {
  const t = useTexts(webhookTexts);
  return { members, custom, hints: { webhookUrl: t.urlHint }, labels: { webhookUrl: t.url, topics: t.topics } };
}

interface AddDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** With the secret, which is not shown again. */
  readonly onAdded: (endpoint: Endpoint) => void;
}

export function AddDrawer({ isOpen, onClose, onAdded }: AddDrawerProps) {
  const t = useTexts(webhookTexts);
  const inputs = useInputs();
  const added = (endpoint: Endpoint) => {
    onClose();
    onAdded(endpoint);
  };
  return (
    <FormDrawer title={t.create} isOpen={isOpen} onClose={onClose}>
      <CreationForm
        resource={webhookEndpoints}
        inputs={inputs}
        initial={{ topics: [everyTopic], businessEstablishments: null }}
        completed={(body) => ({ ...body, apiVersion })}
        onCancel={onClose}
        onMade={added}
      />
    </FormDrawer>
  );
}

interface EndpointEditDrawerProps {
  readonly held: HeldEndpoint;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function EndpointEditDrawer({ held, isOpen, onClose }: EndpointEditDrawerProps) {
  const t = useTexts(webhookTexts);
  const inputs = useInputs();
  return (
    <FormDrawer title={t.editTitle(held.value.name)} isOpen={isOpen} onClose={onClose}>
      <ChangeForm resource={webhookEndpoints} inputs={inputs} held={held} onCancel={onClose} onChanged={onClose} />
    </FormDrawer>
  );
}
