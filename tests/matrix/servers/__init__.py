# SPDX-License-Identifier: Apache-2.0
"""The servers of the matrix, by kind. Each function prepares one in a folder of its own, on a free port."""
from servers import languages, mail, others, resolvers, stores, web

ALL = web.ALL + languages.ALL + stores.ALL + resolvers.ALL + others.ALL + mail.ALL
