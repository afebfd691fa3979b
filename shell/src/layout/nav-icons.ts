import {
  Activity,
  BellRing,
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  ChartSpline,
  ClipboardCheck,
  ClipboardList,
  Dot,
  FileChartColumn,
  Files,
  GitCompareArrows,
  Handshake,
  LayoutDashboard,
  Lightbulb,
  Mail,
  Newspaper,
  Presentation,
  Search,
  Settings,
  SquareActivity,
  Target,
  TrendingUp,
  UserPlus,
  Users,
} from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { createElement } from 'react';

/** The icons that a navigation entry may name, in Lucide's spelling; each costs a few hundred bytes. */
const icons: Record<string, LucideIcon> = {
  Activity,
  BellRing,
  BookOpen,
  Building2,
  CalendarDays,
  ChartColumn,
  ChartSpline,
  ClipboardCheck,
  ClipboardList,
  FileChartColumn,
  Files,
  GitCompareArrows,
  Handshake,
  LayoutDashboard,
  Lightbulb,
  Mail,
  Newspaper,
  Presentation,
  Search,
  Settings,
  SquareActivity,
  Target,
  TrendingUp,
  UserPlus,
  Users,
};

const pascal = (name: string) =>
  name.replace(/(^|-)(\w)/g, (_, _dash: string, letter: string) => letter.toUpperCase());

/** The icon of a name ('chart-column' or 'ChartColumn'); a dot for one that the shell does not know. */
export const NavIcon = ({ name, size }: { name: string | undefined; size: number }) =>
  createElement(icons[pascal(name ?? '')] ?? Dot, { size, 'aria-hidden': true });
