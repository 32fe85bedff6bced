/**
 * Names of countries. The service has codes of three letters; browsers know the names of those of two. ISO 3166-1 has no
 * rule from one to the other, so each pair is listed.
 */
const pairs = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI BELBE BENBJ
  BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC
  CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM
  DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG
  GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU
  IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN
  KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV
  MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE
  NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP
  PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM
  SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ TKLTK TKMTM
  TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN
  VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW BESBQ CUWCW
`;

const byLongCode: ReadonlyMap<string, string> = new Map(
  pairs
    .trim()
    .split(/\s+/)
    .map((pair) => [pair.slice(0, 3), pair.slice(3)]),
);

/** By name with its code, France (FRA): the code alone if nobody knows a name. */
export function countryNames(locale: string): (code: string) => string {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return (code) => {
    const short = code.length === 2 ? code : byLongCode.get(code);
    const name = short === undefined ? undefined : names.of(short);
    return name === undefined ? code : `${name} (${code})`;
  };
}

/** `countryCode`, `nationalitiesCountryCodes`. */
export const isCountryMember = (name: string): boolean => /countryCodes?$/i.test(name);

const isCountry = (code: string): boolean => byLongCode.has(code);

/** Whether the values to choose from are countries: a word of three capitals alone may be a currency. */
export const areCountries = (values: readonly unknown[]): boolean => {
  const codes = values.filter((value) => value !== null);
  return codes.length > 0 && codes.every((code) => typeof code === 'string' && isCountry(code));
};
