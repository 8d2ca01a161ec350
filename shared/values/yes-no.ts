/** The words of seven languages and of accounting systems. */
const yes = new Set(
  'true,yes,y,1,x,active,open,enabled,in use,used,wahr,ja,j,aktiv,offen,vrai,oui,o,actif,ouvert,sant,öppen,verdadero,sí,si,s,activo,activa,abierto,waar,actief,open,sim,ativo,ativa,aberto,aberta,✓,✔'.split(
    ',',
  ),
);
const no = new Set(
  'false,no,n,0,inactive,archived,closed,blocked,disabled,deleted,not in use,unused,locked,falsch,nein,inaktiv,gesperrt,geschlossen,archiviert,gelöscht,faux,non,inactif,fermé,clôturé,bloqué,archivé,falskt,nej,stängd,spärrad,avslutad,falso,inactivo,inactiva,cerrado,bloqueado,archivado,onwaar,nee,inactief,gesloten,geblokkeerd,gearchiveerd,não,nao,inativo,inativa,fechado,fechada,encerrado,arquivado,✗,✘'.split(
    ',',
  ),
);

/** True for a word that means yes or in use, false for one that does not, null for any other. */
export function readYesNo(word: string): boolean | null {
  const plain = word.trim().toLowerCase();
  if (no.has(plain)) return false;
  return yes.has(plain) ? true : null;
}
