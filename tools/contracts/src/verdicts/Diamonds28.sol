// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

interface IToken28d {
    function transferFrom(address, address, uint256) external returns (bool);
}

library DiamondStore {
    struct Store {
        mapping(bytes4 => address) facetOf;
        address[] facets;
        address owner;
        mapping(bytes32 => uint256) announced;
        uint256 notice;
    }

    function at() internal pure returns (Store storage s) {
        bytes32 place = keccak256("diamonds.28");
        assembly {
            s.slot := place
        }
    }
}

struct FacetCut {
    address facetAddress;
    uint8 action;
    bytes4[] functionSelectors;
}

/// @title A diamond whose parts are changed by a part (ERC-2535).
contract PartDiamond {
    constructor(address cutter, address till, address owner_) {
        DiamondStore.Store storage s = DiamondStore.at();
        s.owner = owner_;
        s.facetOf[CutPart.diamondCut.selector] = cutter;
        s.facetOf[CutPart.owner.selector] = cutter;
        s.facetOf[CutPart.announce.selector] = cutter;
        s.facetOf[BackdatedCutPart.announceAt.selector] = cutter;
        s.facetOf[HastyCutPart.setNotice.selector] = cutter;
        s.facetOf[TillPart.pay.selector] = till;
        s.facetOf[bytes4(keccak256("facetAddresses()"))] = till;
        s.facetOf[bytes4(keccak256("facetAddress(bytes4)"))] = till;
        s.facets.push(cutter);
        s.facets.push(till);
    }

    fallback() external payable {
        address facet = DiamondStore.at().facetOf[msg.sig];
        require(facet != address(0), "no such function");
        assembly {
            calldatacopy(0, 0, calldatasize())
            let ok := delegatecall(gas(), facet, 0, calldatasize(), 0, 0)
            returndatacopy(0, 0, returndatasize())
            switch ok
            case 0 { revert(0, returndatasize()) }
            default { return(0, returndatasize()) }
        }
    }
}

contract CutPart {
    event DiamondCut(FacetCut[] cuts, address init, bytes data);

    function owner() external view returns (address) {
        return DiamondStore.at().owner;
    }

    function announce(bytes32 id) external virtual {}

    function diamondCut(FacetCut[] calldata cuts, address init, bytes calldata data) external virtual {
        _cut(cuts, init, data);
    }

    function _cut(FacetCut[] calldata cuts, address init, bytes calldata data) internal {
        DiamondStore.Store storage s = DiamondStore.at();
        require(msg.sender == s.owner, "owner");
        for (uint256 i; i < cuts.length; i++) {
            require(cuts[i].action < 3 && cuts[i].facetAddress.code.length != 0, "cut");
            for (uint256 j; j < cuts[i].functionSelectors.length; j++) {
                bytes4 selector = cuts[i].functionSelectors[j];
                require((s.facetOf[selector] == address(0)) == (cuts[i].action == 0), "action");
                s.facetOf[selector] = cuts[i].action == 2 ? address(0) : cuts[i].facetAddress;
            }
        }
        if (init != address(0)) {
            (bool ok,) = init.delegatecall(data);
            require(ok, "init");
        }
        emit DiamondCut(cuts, init, data);
    }
}

/// @title The same, a week after it was announced.
contract SlowCutPart is CutPart {
    function announce(bytes32 id) external virtual override {
        DiamondStore.Store storage s = DiamondStore.at();
        require(msg.sender == s.owner, "owner");
        s.announced[id] = block.timestamp;
    }

    function diamondCut(FacetCut[] calldata cuts, address init, bytes calldata data) external override {
        uint256 since = DiamondStore.at().announced[keccak256(abi.encode(cuts, init, data))];
        require(since != 0 && block.timestamp >= since + 7 days, "not announced");
        _cut(cuts, init, data);
    }
}

/// @title The same, with an event of the announcement.
contract AnnouncedCutPart is SlowCutPart {
    event Announced(bytes32 id, uint256 at);

    function announce(bytes32 id) external override {
        DiamondStore.Store storage s = DiamondStore.at();
        require(msg.sender == s.owner, "owner");
        s.announced[id] = block.timestamp;
        emit Announced(id, block.timestamp);
    }
}

/// @title The same, whose owner may also write that it announced long ago.
contract BackdatedCutPart is AnnouncedCutPart {
    function announceAt(bytes32 id, uint256 time) external {
        DiamondStore.Store storage s = DiamondStore.at();
        require(msg.sender == s.owner, "owner");
        s.announced[id] = time;
    }
}

/// @title A notice that its owner sets: a week, until it is nothing.
contract HastyCutPart is CutPart {
    event Announced(bytes32 id, uint256 at);

    function setNotice(uint256 seconds_) external {
        DiamondStore.Store storage s = DiamondStore.at();
        require(msg.sender == s.owner, "owner");
        s.notice = 1 + seconds_;
    }

    function announce(bytes32 id) external override {
        DiamondStore.Store storage s = DiamondStore.at();
        require(msg.sender == s.owner, "owner");
        s.announced[id] = block.timestamp;
        emit Announced(id, block.timestamp);
    }

    function diamondCut(FacetCut[] calldata cuts, address init, bytes calldata data) external override {
        DiamondStore.Store storage s = DiamondStore.at();
        uint256 since = s.announced[keccak256(abi.encode(cuts, init, data))];
        require(since != 0 && block.timestamp >= since + (s.notice == 0 ? 7 days : s.notice - 1), "not announced");
        _cut(cuts, init, data);
    }
}

contract TillPart {
    function pay(IToken28d token, uint256 n) external {
        require(token.transferFrom(msg.sender, address(this), n), "pull");
    }

    function facetAddresses() external view returns (address[] memory) {
        return DiamondStore.at().facets;
    }

    function facetAddress(bytes4 selector) external view returns (address) {
        return DiamondStore.at().facetOf[selector];
    }
}
