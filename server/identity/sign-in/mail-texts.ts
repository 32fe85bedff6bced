/** The mail of an invitation, in the languages of the console. */
import type { MailLanguage } from '@muster/contract/administration/administrator-invitations.ts';

interface Words {
  readonly subject: (account: string) => string;
  readonly asked: (by: string, account: string) => string;
  readonly open: string;
  readonly until: (day: string) => string;
  readonly ignore: string;
}

const words: Readonly<Record<MailLanguage, Words>> = {
  en: {
    subject: (account) => `Your invitation to ${account}`,
    asked: (by, account) => `${by} invites you to work in ${account}.`,
    open: 'Accept the invitation',
    until: (day) => `The link works once, until ${day}.`,
    ignore: 'If you did not expect this mail, ignore it.',
  },
  de: {
    subject: (account) => `Ihre Einladung zu ${account}`,
    asked: (by, account) => `${by} lädt Sie ein, in ${account} mitzuarbeiten.`,
    open: 'Einladung annehmen',
    until: (day) => `Der Link funktioniert einmal, bis zum ${day}.`,
    ignore: 'Wenn Sie diese E-Mail nicht erwartet haben, ignorieren Sie sie.',
  },
  es: {
    subject: (account) => `Su invitación a ${account}`,
    asked: (by, account) => `${by} le invita a trabajar en ${account}.`,
    open: 'Aceptar la invitación',
    until: (day) => `El enlace funciona una sola vez, hasta el ${day}.`,
    ignore: 'Si no esperaba este correo, ignórelo.',
  },
  fr: {
    subject: (account) => `Votre invitation à ${account}`,
    asked: (by, account) => `${by} vous invite à travailler dans ${account}.`,
    open: 'Accepter l’invitation',
    until: (day) => `Le lien fonctionne une seule fois, jusqu’au ${day}.`,
    ignore: 'Si vous n’attendiez pas ce message, ignorez-le.',
  },
  it: {
    subject: (account) => `Il suo invito a ${account}`,
    asked: (by, account) => `${by} la invita a lavorare in ${account}.`,
    open: 'Accetta l’invito',
    until: (day) => `Il link funziona una sola volta, fino al ${day}.`,
    ignore: 'Se non si aspettava questo messaggio, lo ignori.',
  },
  nl: {
    subject: (account) => `Uw uitnodiging voor ${account}`,
    asked: (by, account) => `${by} nodigt u uit om in ${account} te werken.`,
    open: 'Uitnodiging accepteren',
    until: (day) => `De link werkt één keer, tot ${day}.`,
    ignore: 'Als u deze mail niet verwachtte, negeer hem dan.',
  },
};

export interface InvitationMail {
  readonly language: MailLanguage;
  readonly account: string;
  readonly invitedBy: string;
  readonly link: string;
  readonly expiresAt: Date;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/** As plain text, and as HTML that needs nothing from elsewhere. */
export function invitationText({ language, account, invitedBy, link, expiresAt }: InvitationMail) {
  const t = words[language];
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(expiresAt);
  const asked = t.asked(invitedBy, account);
  const rest = [t.until(day), t.ignore];
  return {
    subject: t.subject(account),
    text: [asked, `${t.open}:\n${link}`, ...rest].join('\n\n'),
    html: [
      `<!doctype html><html lang="${language}"><body>`,
      `<p>${escaped(asked)}</p><p><a href="${escaped(link)}">${escaped(t.open)}</a></p>`,
      ...rest.map((sentence) => `<p>${escaped(sentence)}</p>`),
      '</body></html>',
    ].join('\n'),
  };
}
