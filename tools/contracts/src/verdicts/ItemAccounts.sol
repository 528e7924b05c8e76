// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.28;

/// @dev Items, each of which may have an account of its own (ERC-6551).
contract AccountItems {
    string public constant name = "Vessels";
    string public constant symbol = "VSL";
    uint256 public totalSupply;
    mapping(uint256 => address) private holders;
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => address) public getApproved;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    event Transfer(address indexed from, address indexed to, uint256 indexed tokenId);

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x01ffc9a7 || id == 0x80ac58cd;
    }

    function ownerOf(uint256 id) public view returns (address) {
        require(holders[id] != address(0), "no item");
        return holders[id];
    }

    function mint() external {
        uint256 id = ++totalSupply;
        holders[id] = msg.sender;
        balanceOf[msg.sender]++;
        emit Transfer(address(0), msg.sender, id);
    }

    function approve(address to, uint256 id) external {
        require(ownerOf(id) == msg.sender, "holder");
        getApproved[id] = to;
    }

    function setApprovalForAll(address to, bool on) external {
        isApprovedForAll[msg.sender][to] = on;
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf(id) == from, "from");
        require(msg.sender == from || isApprovedForAll[from][msg.sender] || getApproved[id] == msg.sender, "approval");
        delete getApproved[id];
        balanceOf[from]--;
        balanceOf[to]++;
        holders[id] = to;
        emit Transfer(from, to, id);
    }
}

/// @dev Sells items, where their accounts did nothing since they were listed.
contract AccountMarket {
    struct Listing {
        address seller;
        uint256 id;
        ItemAccount account;
        uint256 state;
        uint256 price;
    }

    AccountItems public immutable items;
    Listing[] public listings;

    constructor(AccountItems i) {
        items = i;
    }

    function list(uint256 id, ItemAccount account, uint256 price) external {
        listings.push(Listing(msg.sender, id, account, account.state(), price));
    }

    function buy(uint256 at) external payable {
        Listing storage one = listings[at];
        require(msg.value == one.price && one.account.state() == one.state, "listing");
        items.transferFrom(one.seller, msg.sender, one.id);
        (bool sent, ) = one.seller.call{value: msg.value}("");
        require(sent);
    }
}

/// @dev An account that obeys the owner of its item, and signers whom an owner named.
abstract contract ItemAccount {
    AccountItems internal immutable items;
    uint256 internal immutable id;
    uint256 public state;
    mapping(address => mapping(address => bool)) public signers;

    event Named(address indexed by, address indexed signer);

    constructor(AccountItems i, uint256 n) {
        items = i;
        id = n;
    }

    receive() external payable {}

    function token() external view returns (uint256, address, uint256) {
        return (block.chainid, address(items), id);
    }

    function owner() public view returns (address) {
        return items.ownerOf(id);
    }

    function nameSigner(address signer, bool on) external {
        require(msg.sender == owner(), "owner");
        state++;
        signers[root()][signer] = on;
        emit Named(msg.sender, signer);
    }

    function execute(address to, uint256 value, bytes calldata data, uint8 operation) external payable returns (bytes memory result) {
        require(msg.sender == owner() || signers[root()][msg.sender], "signer");
        require(operation == 0, "call");
        state++;
        bool success;
        (success, result) = to.call{value: value}(data);
        require(success, "failed");
    }

    function root() internal view virtual returns (address);
}

/// @dev Signers are those of the owner who named them.
contract OwnersItemAccount is ItemAccount {
    constructor(AccountItems i, uint256 n) ItemAccount(i, n) {}

    function root() internal view override returns (address) {
        return owner();
    }
}

/// @dev Signers are those of the account, also after it was sold.
contract LastingItemAccount is ItemAccount {
    constructor(AccountItems i, uint256 n) ItemAccount(i, n) {}

    function root() internal view override returns (address) {
        return address(this);
    }
}
