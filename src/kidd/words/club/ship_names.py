"""What guests are called who have not said so: names made of ship's words, in the language in which they came."""

from __future__ import annotations

from hashlib import sha256

from kidd.words.language import Tongue

# Where somebody comes from, and what they are: any two make a name. In German they are one word, in French the second
# comes first, so that neither needs to know the other's gender.
FIRST = {
    "en": (
        *("Storm", "Fog", "Tide", "Reef", "Harbour", "Island", "Moon", "Star", "Coral", "Amber", "Salt", "Thunder"),
        *(
            "Morning",
            "Evening",
            "North",
            "South",
            "West",
            "East",
            "Deep",
            "Coast",
            "Anchor",
            "Sail",
            "Lantern",
            "Cinnamon",
        ),
    ),
    "de": (
        *(
            "Sturm",
            "Nebel",
            "Flut",
            "Riff",
            "Hafen",
            "Insel",
            "Mond",
            "Stern",
            "Korallen",
            "Bernstein",
            "Salz",
            "Donner",
        ),
        *("Morgen", "Abend", "Nord", "Süd", "West", "Ost", "Tiefsee", "Küsten", "Anker", "Segel", "Laternen", "Zimt"),
    ),
    "fr": (
        *("des tempêtes", "des brumes", "des marées", "des récifs", "du port", "des îles", "de lune", "des étoiles"),
        *("de corail", "d’ambre", "du sel", "du tonnerre", "du matin", "du soir", "du nord", "du sud"),
        *(
            "de l’ouest",
            "de l’est",
            "du large",
            "des côtes",
            "à l’ancre",
            "des voiles",
            "à la lanterne",
            "à la cannelle",
        ),
    ),
}
SECOND = {
    "en": (
        *("Heron", "Gull", "Cormorant", "Dolphin", "Turtle", "Pelican", "Albatross", "Otter", "Seal", "Tern", "Parrot"),
        *(
            "Puffin",
            "Whale",
            "Crab",
            "Octopus",
            "Seahorse",
            "Swallow",
            "Falcon",
            "Pilot",
            "Cook",
            "Gunner",
            "Carpenter",
        ),
        *("Fiddler", "Lookout"),
    ),
    "de": (
        *("reiher", "möwe", "kormoran", "delfin", "schildkröte", "pelikan", "albatros", "otter", "robbe", "schwalbe"),
        *("papagei", "taucher", "wal", "krebs", "krake", "pferdchen", "falke", "segler", "lotse", "koch", "kanonier"),
        *("zimmermann", "geiger", "wächter"),
    ),
    "fr": (
        *("Héron", "Mouette", "Cormoran", "Dauphin", "Tortue", "Pélican", "Albatros", "Loutre", "Phoque", "Sterne"),
        *("Perroquet", "Macareux", "Baleine", "Crabe", "Poulpe", "Hippocampe", "Hirondelle", "Faucon", "Pilote"),
        *("Cuisinier", "Canonnier", "Charpentier", "Violoniste", "Vigie"),
    ),
}


def ship_name(person: str, _: Tongue, number: int = 0) -> str:
    """The name of a guest, the same whenever they come; further ones by their number."""
    digest = sha256(f"{person}{number or ''}".encode()).digest()
    code = _.code if _.code in FIRST else "en"
    first = FIRST[code][int.from_bytes(digest[:4]) % len(FIRST[code])]
    second = SECOND[code][int.from_bytes(digest[4:8]) % len(SECOND[code])]
    if code == "de":
        return f"{first}{second}"
    return f"{second} {first}" if code == "fr" else f"{first} {second}"
