"""The games bezique came from: Mariage, Brusquembille, Briscan and Cinq-cents (RULES G; Cady,
Introductory)."""
