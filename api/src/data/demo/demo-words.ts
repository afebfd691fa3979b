// Words of the demo data. All names of companies, publications and people are invented.

export const businessGroups = ['Bioprocess', 'Clinical', 'Medical Devices'] as const;

/** Name and business group (index). */
export const communities: readonly (readonly [string, number])[] = [
  ['Bioprocess Compass', 0],
  ['Single-Use Circle', 0],
  ['Cell & Gene Ledger', 0],
  ['Fill-Finish Lantern', 0],
  ['Vaccine Makers Exchange', 0],
  ['Clinical Trial Meridian', 1],
  ['Diagnostics Harbor', 1],
  ['Quality & Regulatory Beacon', 1],
  ['Lab Automation Bench', 1],
  ['Device Design Workshop', 2],
  ['Surgical Robotics Signal', 2],
  ['Drug Delivery Almanac', 2],
];

/** Name, communities (index), and share of all activities in percent. The last client has no activities. */
export const namedClients: readonly (readonly [string, readonly number[], number])[] = [
  ['Aurelis Bioprocess', [0, 1, 2, 4], 22],
  ['Norvane Filtration', [0, 1, 3], 17],
  ['Kestrowel Medical Devices', [9, 10, 11], 14],
  ['Lumentara Diagnostics', [6, 8, 7], 12],
  ['Oakmerrow Clinical Services', [5, 6, 7], 10],
  ['Tessavale Therapeutics', [2, 4, 5], 9],
  ['Brightfjord Analytical', [0, 6, 8], 7],
  ['Élanverre Emballage', [3, 11], 5],
  ['Cavendra Robotics', [9, 10], 4],
  ['Quietharbor Laboratories', [5, 7], 0],
];

export const clientHeads = [
  'Vantor',
  'Solvane',
  'Ferrowick',
  'Merestone',
  'Pellucent',
  'Oristrand',
  'Halvenmark',
  'Trilvane',
  'Corvantis',
  'Yarrowdale',
  'Zephyral',
  'Dunmarrow',
  'Ostravel',
  'Evenmoor',
  'Gallowmere',
  'Istrion',
  'Juniperra',
  'Larkspire',
];
export const clientTails = ['Biologics', 'Devices', 'Instruments', 'Clinical'];

/** Topics by business group. */
export const topics: readonly (readonly string[])[] = [
  [
    'Upstream Processing',
    'Downstream Purification',
    'Single-Use Systems',
    'Viral Vectors',
    'Process Analytics',
    'Sterile Filtration',
    'Fill-Finish',
    'Cell Line Development',
  ],
  [
    'Patient Recruitment',
    'Decentralised Trials',
    'Clinical Data Management',
    'Biostatistics',
    'Site Activation',
    'Pharmacovigilance',
    'Regulatory Submissions',
    'Companion Diagnostics',
  ],
  [
    'Surgical Robotics',
    'Wearable Sensors',
    'Catheter Design',
    'Biocompatibility',
    'Sterilisation',
    'Human Factors',
    'Additive Manufacturing',
    'Device Software',
  ],
];

/** Title patterns; {topic} is replaced, {n} is a small number. */
export const titlePatterns = [
  '{topic}: A Practical Primer',
  '{topic} in {n} Charts',
  'What Changes in {topic} This Year',
  'Choosing a Partner for {topic}',
  'From Bench to Plant: Scaling {topic} Without Losing a Batch',
  'How {n} Teams Cut Deviations in {topic} by Half Within a Year',
  '{topic}, Measured: Results of a Survey Among {n}0 Manufacturers',
  'Five Questions to Ask Before You Outsource {topic} to a Contract Organisation',
  'Risk Assessment for {topic}',
  'Data Integrity in {topic}: Lessons From {n} Inspections',
  'A Cost Model for {topic}',
  'Case Study: {topic} at {n},000 Litres',
  'Comparing {n} Approaches to {topic} on Yield, Footprint and Time to Clinic',
  'The Hidden Work Behind {topic}',
  'Designing {topic} for Transfer',
  '{topic} Q&A: Experts Answer Readers',
];

/** Difficult titles: accents, long ones, ones that a spreadsheet would evaluate as a formula. */
export const oddTitles = [
  'Procédés à usage unique: réduire les écarts, étape par étape',
  'Größer denken: Prozessentwicklung für kleine Chargen',
  '=SUM of the Parts: Modular Plants',
  '+30% Yield With One Change to the Feed',
  '-80 °C and Counting: Cold Chain Logistics',
  '@Scale: Notes on Viral Vector Production',
  '100% Inspection, 0% Waste',
  'Why a_b Testing Fails in Regulated Labs',
];

export const documentTypes = {
  Article: 30,
  'White Paper': 14,
  'Application Note': 13,
  'Case Study': 10,
  Video: 8,
  Brochure: 6,
  Datasheet: 6,
  Podcast: 4,
  Infographic: 4,
  Guide: 4,
  // What an upstream system sends for an unknown type.
  '-1': 1,
  Webinar: 0,
  'Conference Session': 0,
} as const;

export const offerings = [
  'Bioreactors',
  'Chromatography Resins',
  'Filters',
  'Contract Development',
  'Contract Manufacturing',
  'Consulting',
  'Trial Management Software',
  'Imaging Core Lab',
  'Robotic Platforms',
  'Sensors',
  'Catheters',
  'Packaging Lines',
  'Assay Kits',
  'Validation Services',
];

export const personaNames = [
  'Process Scientist',
  'Manufacturing Lead',
  'Quality Reviewer',
  'Clinical Operations',
  'Device Engineer',
  'Procurement',
  'Executive',
  'Academic',
];

/** Regions with their countries (ISO codes) and weights. '-1' is an edge value of upstream systems. */
export const regions: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'North America': { US: 46, CA: 5 },
  Europe: { DE: 7, GB: 7, FR: 4, CH: 3, IE: 2, ES: 2, IT: 3, SE: 2, DK: 2, NL: 2, BE: 2 },
  'Asia Pacific': { JP: 3, CN: 3, IN: 4, KR: 2, SG: 1, AU: 2 },
  'Latin America': { BR: 2, MX: 1, AR: 1 },
  'Middle East & Africa': { IL: 1, ZA: 1, AE: 1 },
  '-1': {},
};

export const cities: Readonly<Record<string, readonly string[]>> = {
  US: ['Boston', 'Raleigh', 'San Diego', 'Minneapolis', 'Philadelphia', 'Indianapolis'],
  CA: ['Toronto', 'Montréal'],
  DE: ['München', 'Göttingen', 'Köln'],
  GB: ['Cambridge', 'Stevenage'],
  FR: ['Lyon', 'Orléans'],
  CH: ['Basel', 'Zürich'],
  IE: ['Cork', 'Galway'],
  JP: ['Osaka', 'Tsukuba'],
  BR: ['São Paulo', 'Brasília'],
};

export const usStates = ['MA', 'NC', 'CA', 'MN', 'PA', 'IN', 'NJ', 'MD', 'TX', 'WA'];

export const jobTitles = [
  'Process Development Scientist',
  'Senior Scientist',
  'Director, Manufacturing',
  'Head of Quality',
  'Validation Engineer',
  'Clinical Project Manager',
  'Regulatory Affairs Manager',
  'R&D Engineer',
  'Principal Investigator',
  'Procurement Manager',
  'VP Operations',
  'Lab Manager',
  'Biostatistician',
  'Human Factors Specialist',
  'Chief Scientific Officer',
];

export const accentedNames: readonly (readonly [string, string])[] = [
  ['Zoë', 'Ångmark'],
  ['José', 'Peñarrubia'],
  ['Łucja', 'Wiśniowska'],
  ['Søren', 'Ødegårdsen'],
  ['Chloé', "D'Aurélac"],
  ['Jürgen', 'Großenbach'],
];

export const orgTypes = [
  'Biopharma',
  'CDMO',
  'Contract Research',
  'Medical Device OEM',
  'Academic',
  'Hospital',
  'Government',
  'Supplier',
];
export const productCategories = [
  'Antibodies',
  'Cell Therapy',
  'Vaccines',
  'Small Molecules',
  'Implants',
  'Diagnostics',
  'Combination Products',
];

export const orgHeads = [
  'Vel',
  'Nor',
  'Hal',
  'Tes',
  'Bri',
  'Cal',
  'Dor',
  'Fen',
  'Gal',
  'Hes',
  'Ist',
  'Jor',
  'Kel',
  'Lor',
  'Mar',
  'Ner',
  'Osk',
  'Pel',
  'Quor',
  'Ros',
  'Sel',
  'Tor',
  'Ulm',
  'Var',
  'Wes',
  'Xan',
  'Yor',
  'Zel',
];
export const orgMiddles = ['va', 'mi', 'do', 'ra', 'lo', 'ne', 'ti', 'su', 'ke', 'bo', 'ri', 'cu'];
export const orgEnds = ['ron', 'dane', 'lux', 'mark', 'vex', 'thal', 'sen', 'wick', 'tis', 'nor'];
export const orgSuffixes = [
  'Biologics',
  'Pharma',
  'Therapeutics',
  'Labs',
  'Medical',
  'Biosciences',
  'Diagnostics',
  'Devices',
  'University',
];
