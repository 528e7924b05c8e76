// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface IToken19d {
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @title Modules by selector, one at a time.
contract ModuleHub {
    mapping(bytes4 => address) internal moduleOf;
    address[] internal modules;
    address public immutable owner;

    event ModuleSet(bytes4 indexed selector, address module);

    constructor(address till, address owner_) {
        owner = owner_;
        modules.push(till);
        moduleOf[HubTill.pay.selector] = till;
    }

    function setModule(bytes4 selector, address module, bool listed) external {
        require(msg.sender == owner, "owner");
        require(_isAllowed(selector, module), "fixed");
        if (listed) modules.push(module);
        moduleOf[selector] = module;
        emit ModuleSet(selector, module);
    }

    function _isAllowed(bytes4, address) internal view virtual returns (bool) {
        return true;
    }

    function facetAddresses() external view returns (address[] memory) {
        return modules;
    }

    fallback() external payable {
        address module = moduleOf[msg.sig];
        require(module != address(0), "no such function");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), module, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

/// @title The same: modules may only be replaced by others.
contract ReplacedModuleHub is ModuleHub {
    constructor(address till, address owner_) ModuleHub(till, owner_) {}

    function _isAllowed(bytes4 selector, address module) internal view override returns (bool) {
        return moduleOf[selector] != address(0) && module != address(0);
    }
}

/// @title The same: modules may only be taken out.
contract ClosedModuleHub is ModuleHub {
    constructor(address till, address owner_) ModuleHub(till, owner_) {}

    function _isAllowed(bytes4 selector, address module) internal view override returns (bool) {
        return moduleOf[selector] != address(0) && module == address(0);
    }
}

struct HubCut {
    address facetAddress;
    uint8 action;
    bytes4[] functionSelectors;
}

/// @title A hub whose cuts (ERC-2535) are proposed whole, three days before.
contract ProposedCutHub is ModuleHub {
    bytes32 public proposed;
    uint40 public since;

    event Proposed(HubCut[] cuts, address init);

    constructor(address till, address owner_) ModuleHub(till, owner_) {}

    function _isAllowed(bytes4, address) internal view virtual override returns (bool) {
        return false;
    }

    function proposeCut(HubCut[] calldata cuts, address init, bytes calldata) external virtual {
        require(msg.sender == owner, "owner");
        proposed = keccak256(abi.encode(cuts));
        since = uint40(block.timestamp);
        emit Proposed(cuts, init);
    }

    function diamondCut(HubCut[] calldata cuts, address, bytes calldata) external {
        require(msg.sender == owner, "owner");
        require(keccak256(abi.encode(cuts)) == proposed && block.timestamp >= since + 3 days, "not proposed");
        for (uint256 i; i < cuts.length; i++) {
            modules.push(cuts[i].facetAddress);
            for (uint256 j; j < cuts[i].functionSelectors.length; j++) {
                moduleOf[cuts[i].functionSelectors[j]] = cuts[i].facetAddress;
            }
        }
    }
}

/// @title The same, whose proposals begin in the past.
contract PastProposedCutHub is ProposedCutHub {
    constructor(address till, address owner_) ProposedCutHub(till, owner_) {}

    function proposeCut(HubCut[] calldata cuts, address init, bytes calldata) external override {
        require(msg.sender == owner, "owner");
        proposed = keccak256(abi.encode(cuts));
        since = uint40(block.timestamp - 4 days);
        emit Proposed(cuts, init);
    }
}

contract HubTill {
    function pay(IToken19d token, uint256 n) external {
        require(token.transferFrom(msg.sender, address(this), n), "pull");
    }
}
