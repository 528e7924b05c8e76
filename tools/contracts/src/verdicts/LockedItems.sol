// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

/// @dev Items that their holders cannot send yet.
abstract contract LockedItems {
    string public constant name = "Locked Items";
    string public constant symbol = "LOCK";
    address public owner;
    uint256 public totalSupply;
    string public base;
    mapping(uint256 => address) private holders;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);
    event Approval(address indexed owner, address indexed approved, uint256 indexed tokenId);
    event ApprovalForAll(address indexed owner, address indexed operator, bool approved);

    constructor(address o) {
        owner = o;
    }

    modifier onlyOwner() {
        require(msg.sender == owner, "owner");
        _;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function mint() external payable {
        require(msg.value >= 0.05 ether, "price");
        uint256 id = ++totalSupply;
        holders[id] = msg.sender;
        balanceOf[msg.sender]++;
        emit Transfer(address(0), msg.sender, id);
    }

    function ownerOf(uint256 id) public view returns (address) {
        require(holders[id] != address(0), "no item");
        return holders[id];
    }

    function setBase(string calldata to) external onlyOwner {
        base = to;
    }

    function approve(address to, uint256 id) external {
        require(ownerOf(id) == msg.sender, "holder");
        getApproved[id] = to;
        emit Approval(msg.sender, to, id);
    }

    function setApprovalForAll(address to, bool on) external {
        isApprovedForAll[msg.sender][to] = on;
        emit ApprovalForAll(msg.sender, to, on);
    }

    function transferFrom(address from, address to, uint256 id) public {
        require(ownerOf(id) == from, "from");
        require(
            msg.sender == from || isApprovedForAll[from][msg.sender] || getApproved[id] == msg.sender,
            "approval"
        );
        require(mayMove(from), "locked");
        delete getApproved[id];
        balanceOf[from]--;
        balanceOf[to]++;
        holders[id] = to;
        emit Transfer(from, to, id);
    }

    function safeTransferFrom(address from, address to, uint256 id) external {
        transferFrom(from, to, id);
    }

    function mayMove(address from) internal view virtual returns (bool);
}

/// @dev Only the owner opens transfers, ever; its own items move all the while.
contract KeyedItems is LockedItems {
    bool public opened;

    constructor(address o) LockedItems(o) {}

    function reveal(bool on) external onlyOwner {
        opened = on;
    }

    function mayMove(address from) internal view override returns (bool) {
        return opened || from == owner;
    }
}

/// @dev Only the owner opens transfers, ever, for all alike.
contract PatientItems is LockedItems {
    bool public opened;

    constructor(address o) LockedItems(o) {}

    function reveal() external onlyOwner {
        opened = true;
    }

    function mayMove(address) internal view override returns (bool) {
        return opened;
    }
}

/// @dev Opens on a day of the code, or sooner where the owner says so.
contract SoonerItems is LockedItems {
    uint256 public opensAt;

    constructor(address o) LockedItems(o) {
        opensAt = block.timestamp + 20 days;
    }

    function setOpensAt(uint256 time) external onlyOwner {
        require(time <= opensAt, "only sooner");
        opensAt = time;
    }

    function mayMove(address from) internal view override returns (bool) {
        return from == owner || block.timestamp >= opensAt;
    }
}

/// @dev Any account opens them, and the owner may, too.
contract OpenableItems is LockedItems {
    bool public opened;

    constructor(address o) LockedItems(o) {}

    function open() external {
        opened = true;
    }

    function mayMove(address) internal view override returns (bool) {
        return opened;
    }
}

/// @dev Badges that never move.
contract BoundItems is LockedItems {
    constructor(address o) LockedItems(o) {}

    function mayMove(address) internal pure override returns (bool) {
        return false;
    }
}
