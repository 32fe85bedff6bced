import { useFormats } from '../../texts/formats.ts';

/** How long ago or ahead; the moment itself on pointing at it. */
export function When({ at }: { readonly at: string }) {
  const { fromNow, moment } = useFormats();
  return (
    <time dateTime={at} title={moment(at)}>
      {fromNow(at)}
    </time>
  );
}
