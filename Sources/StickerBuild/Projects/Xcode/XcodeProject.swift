internal import Basics
internal import StickerPacks

/// An Xcode project: `project.pbxproj`, its workspace and a scheme for every target.
///
/// It has the structure of sticker pack projects that Xcode creates: an app without code, the extension
/// embedded in it, and the catalog in the resources of both, because the app takes its icon from it.
struct XcodeProject {
  static func files(for project: ProjectDescription) -> [String: String] {
    var writer = XcodeProject(project)
    let root = writer.addProject()
    let bundle = project.name + ".xcodeproj"
    var files = [
      "\(bundle)/project.pbxproj": XcodeProjectText.file(of: writer.objects.all, root: root),
      "\(bundle)/project.xcworkspace/contents.xcworkspacedata": XcodeScheme.workspace,
    ]
    for target in writer.targets {
      files["\(bundle)/xcshareddata/xcschemes/\(target.app.name).xcscheme"] =
        XcodeScheme.app(target.app).file
      files["\(bundle)/xcshareddata/xcschemes/\(target.stickerPack.name).xcscheme"] =
        XcodeScheme.stickerPack(target.stickerPack, in: target.app).file
    }
    return files
  }

  /// The two targets of an app.
  private struct Targets {
    var app: XcodeScheme.Buildable
    var stickerPack: XcodeScheme.Buildable

    var references: [XcodeReference] { [app.target, stickerPack.target] }
  }

  private let project: ProjectDescription
  private var objects: XcodeObjects
  private let root: XcodeReference
  private var targets: [Targets] = []
  private var groups: [XcodeReference] = []
  private var products: [XcodeReference] = []

  private init(_ project: ProjectDescription) {
    self.project = project
    objects = XcodeObjects(seed: project.apps[0].bundleIdentifier.description)
    root = objects.reference("PBXProject", "", comment: "Project object")
  }

  // MARK: Project

  private mutating func addProject() -> XcodeReference {
    for app in project.apps { addTargets(of: app) }
    let productGroup = objects.add(
      "PBXGroup", "Products", comment: "Products",
      [
        "children": .list(products.map(XcodeValue.reference)), "name": "Products",
        "sourceTree": "<group>",
      ])
    let mainGroup = objects.add(
      "PBXGroup", "main", comment: nil,
      [
        "children": .list((groups + [productGroup]).map(XcodeValue.reference)),
        "sourceTree": "<group>",
      ])
    let configurations = addConfigurations(
      of: "PBXProject", named: project.name, debug: XcodeBuildSettings.projectDebug,
      release: XcodeBuildSettings.projectRelease)
    let settings = project.apps[0].settings
    var regions = [settings.developmentRegion, "Base"]
    for region in project.apps.flatMap({ [$0.settings.developmentRegion] + $0.languages })
    where !regions.contains(region) { regions.append(region) }
    objects.add(
      "PBXProject", root,
      [
        "attributes": .dictionary([
          "BuildIndependentTargetsInParallel": "1",
          "LastUpgradeCheck": .text(XcodeBuildSettings.upgradeCheck),
          "TargetAttributes": .dictionary(
            Dictionary(
              firstOf: targets.flatMap(\.references).map { target in
                (target.id, .dictionary(["CreatedOnToolsVersion": "14.0"]))
              })),
        ]),
        "buildConfigurationList": .reference(configurations),
        "compatibilityVersion": "Xcode 14.0",
        "developmentRegion": .text(settings.developmentRegion),
        "hasScannedForEncodings": "0", "knownRegions": .list(regions.map(XcodeValue.text)),
        "mainGroup": .reference(mainGroup), "productRefGroup": .reference(productGroup),
        "projectDirPath": "", "projectRoot": "",
        "targets": .list(targets.flatMap(\.references).map(XcodeValue.reference)),
      ])
    return root
  }

  // MARK: Targets

  private mutating func addTargets(of app: ProjectDescription.App) {
    let (name, extensionName) = (app.name, app.extensionName)
    let (resources, extensionResources) = addFiles(of: app)
    let product = addProduct(name + ".app", "wrapper.application")
    let extensionProduct = addProduct(extensionName + ".appex", "wrapper.app-extension")
    let extensionTarget = objects.reference(
      "PBXNativeTarget", extensionName, comment: extensionName)
    let target = objects.reference("PBXNativeTarget", name, comment: name)
    objects.add(
      "PBXNativeTarget", extensionTarget,
      targetFields(
        extensionName, "com.apple.product-type.app-extension.messages-sticker-pack",
        extensionProduct, phases: [addResources(extensionResources, to: extensionName)],
        dependencies: [],
        XcodeBuildSettings.stickerPack(of: app)))
    objects.add(
      "PBXNativeTarget", target,
      targetFields(
        name, "com.apple.product-type.application.messages", product,
        phases: [
          addResources(resources, to: name), addEmbedding(of: extensionProduct, in: name),
        ], dependencies: [addDependency(on: extensionTarget)], XcodeBuildSettings.app(app)))
    let container = project.name + ".xcodeproj"
    targets.append(
      Targets(
        app: .init(target: target, name: name, product: name + ".app", project: container),
        stickerPack: .init(
          target: extensionTarget, name: extensionName, product: extensionName + ".appex",
          project: container)))
  }

  private mutating func targetFields(
    _ name: String, _ productType: String, _ product: XcodeReference, phases: [XcodeReference],
    dependencies: [XcodeReference], _ settings: XcodeBuildSettings.Target
  ) -> [String: XcodeValue] {
    let configurations = addConfigurations(
      of: "PBXNativeTarget", named: name, debug: settings.debug, release: settings.release)
    return [
      "buildConfigurationList": .reference(configurations),
      "buildPhases": .list(phases.map(XcodeValue.reference)), "buildRules": .list([]),
      "dependencies": .list(dependencies.map(XcodeValue.reference)), "name": .text(name),
      "productName": .text(name), "productReference": .reference(product),
      "productType": .text(productType),
    ]
  }

  private mutating func addProduct(_ name: String, _ type: String) -> XcodeReference {
    let product = objects.add(
      "PBXFileReference", name, comment: name,
      [
        "explicitFileType": .text(type), "includeInIndex": "0", "path": .text(name),
        "sourceTree": "BUILT_PRODUCTS_DIR",
      ])
    products.append(product)
    return product
  }

  private mutating func addResources(
    _ files: [XcodeReference], to target: String
  ) -> XcodeReference {
    let buildFiles = files.map { file in
      objects.add(
        "PBXBuildFile", "\(file.id) in \(target)",
        comment: "\(file.comment ?? file.id) in Resources", ["fileRef": .reference(file)])
    }
    return objects.add(
      "PBXResourcesBuildPhase", target, comment: "Resources", Self.phase(of: buildFiles))
  }

  private mutating func addEmbedding(
    of product: XcodeReference, in target: String
  ) -> XcodeReference {
    let name = "Embed Foundation Extensions"
    let file = objects.add(
      "PBXBuildFile", "\(product.id) in \(target)",
      comment: "\(product.comment ?? product.id) in \(name)",
      [
        "fileRef": .reference(product),
        "settings": .dictionary(["ATTRIBUTES": .list(["RemoveHeadersOnCopy"])]),
      ])
    var fields = Self.phase(of: [file])
    fields["dstPath"] = ""
    // The app's PlugIns folder.
    fields["dstSubfolderSpec"] = "13"
    fields["name"] = .text(name)
    return objects.add("PBXCopyFilesBuildPhase", target, comment: name, fields)
  }

  private static func phase(of files: [XcodeReference]) -> [String: XcodeValue] {
    [
      "buildActionMask": "2147483647", "files": .list(files.map(XcodeValue.reference)),
      "runOnlyForDeploymentPostprocessing": "0",
    ]
  }

  private mutating func addDependency(on target: XcodeReference) -> XcodeReference {
    let name = target.comment ?? target.id
    let proxy = objects.add(
      "PBXContainerItemProxy", name, comment: "PBXContainerItemProxy",
      [
        "containerPortal": .reference(root), "proxyType": "1",
        "remoteGlobalIDString": .text(target.id), "remoteInfo": .text(name),
      ])
    return objects.add(
      "PBXTargetDependency", name, comment: "PBXTargetDependency",
      ["target": .reference(target), "targetProxy": .reference(proxy)])
  }

  private mutating func addConfigurations(
    of isa: String, named name: String, debug: [String: XcodeValue],
    release: [String: XcodeValue]
  ) -> XcodeReference {
    let role = "\(isa) \(name)"
    let configurations = [("Debug", debug), ("Release", release)].map { kind, settings in
      objects.add(
        "XCBuildConfiguration", "\(role) \(kind)", comment: kind,
        ["buildSettings": .dictionary(settings), "name": .text(kind)])
    }
    return objects.add(
      "XCConfigurationList", role, comment: "Build configuration list for \(isa) \"\(name)\"",
      [
        "buildConfigurations": .list(configurations.map(XcodeValue.reference)),
        "defaultConfigurationIsVisible": "0", "defaultConfigurationName": "Release",
      ])
  }

  // MARK: Files

  /// Adds the app's group. Returns the resources of the app and of its extension.
  private mutating func addFiles(
    of app: ProjectDescription.App
  ) -> (app: [XcodeReference], stickerPack: [XcodeReference]) {
    let catalog = addFile(app.pack.catalog, "folder.stickers")
    // The catalog's compiler finds the labels by the group's name.
    let labels =
      app.pack.translations.isEmpty
      ? [] : [addStrings(app.pack.translations.map { ($0.language, $0.path) }, of: app.name)]
    let names = addStrings(app.localizedNames.map { ($0.language, $0.path) }, of: app.name)
    let packNames = addStrings(
      app.localizedPackNames.map { ($0.language, $0.path) }, of: app.extensionName)
    let lists = [app.infoPath, app.extensionInfoPath].map { addFile($0, "text.plist.xml") }
    groups.append(
      objects.add(
        "PBXGroup", "app \(app.name)", comment: app.name,
        [
          "children": .list(
            ([catalog] + labels + [names, packNames] + lists).map(XcodeValue.reference)),
          "name": .text(app.name), "sourceTree": "<group>",
        ]))
    return ([catalog, names], [catalog] + labels + [packNames])
  }

  private mutating func addFile(
    _ path: String, _ type: String, named name: String? = nil
  ) -> XcodeReference {
    let ownName = FilePath(path).name.string
    let shownName = name ?? ownName
    var fields: [String: XcodeValue] = [
      "lastKnownFileType": .text(type), "path": .text(path), "sourceTree": "<group>",
    ]
    if shownName != path { fields["name"] = .text(shownName) }
    return objects.add("PBXFileReference", path, comment: shownName, fields)
  }

  /// Adds the versions of a strings file, at least one, as a group with the file's name.
  private mutating func addStrings(
    _ files: [(language: String, path: String)], of target: String
  ) -> XcodeReference {
    let children = files.map { addFile($0.path, "text.plist.strings", named: $0.language) }
    let name = FilePath(files[0].path).name.string
    return objects.add(
      "PBXVariantGroup", "\(target) \(name)", comment: name,
      [
        "children": .list(children.map(XcodeValue.reference)), "name": .text(name),
        "sourceTree": "<group>",
      ])
  }
}

extension ProjectDescription.App {
  /// The languages of the labels and the display names.
  fileprivate var languages: [String] {
    (pack.translations.map(\.language) + localizedNames.map(\.language)).sorted()
  }
}
